import { creates } from './creates/section';
import { deliveries } from './deliveries/section';
import { growth } from './growth/section';
import type { Section } from './section';
import { start } from './start/section';

/** In the order in which they run and are shown. */
export const SECTIONS: Section[] = [creates, growth, ...deliveries, start];

/** `deliveries` stands for `deliveries-queue` too; nothing stands for all. */
export function chosen(names: string[], sections = SECTIONS): Section[] {
	const isMeant = (name: string, section: Section) =>
		section.name === name || section.name.startsWith(`${name}-`);
	const unknown = names.find((name) => !sections.some((section) => isMeant(name, section)));
	if (unknown !== undefined) {
		const known = sections.map(({ name }) => name).join(', ');
		throw new Error(`There is no section "${unknown}": ${known}`);
	}
	if (names.length === 0) return sections;
	return sections.filter((section) => names.some((name) => isMeant(name, section)));
}
