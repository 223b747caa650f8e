import { markdownTable, plainTable, type Column } from '../table';
import type { Results } from './results';
import type { Goal, Section } from './section';
import { draw } from './svg';

/** What the documentation shows of results. */
export interface Shown {
	/** Markdown, by the names of the blocks in docs/PERFORMANCE.md; empty without results. */
	blocks: Record<string, string>;
	/** Pictures, by the names of their files in docs/images. */
	images: Record<string, string>;
}

const GOALS: Array<Column<Goal>> = [
	['Goal', ({ goal }) => goal],
	['Measured', ({ measured }) => measured],
	['Met', ({ met }) => (met ? 'met' : '**missed**')],
];

export const goalsText = (goals: Goal[]) => (goals.length === 0 ? '' : plainTable(GOALS, goals));

/** @param results undefined before the first run */
export function shown(results: Results | undefined, sections: Section[]): Shown {
	const names = ['machine', 'goals', ...sections.flatMap(({ blocks }) => blocks)];
	const empty = Object.fromEntries(names.map((name) => [name, '']));
	if (results === undefined) return { blocks: empty, images: {} };
	const figures = sections
		.filter(({ name }) => results.sections[name] !== undefined)
		.map((section) => section.figures(results.sections[section.name]));
	const goals = figures.flatMap((one) => one.goals);
	const charts = figures.flatMap((one) => one.charts);
	return {
		blocks: Object.assign(
			empty,
			{ machine: machineText(results), goals: markdownTable(GOALS, goals) },
			...figures.map(({ blocks }) => blocks),
		),
		images: Object.fromEntries(
			charts.map((chart) => [`performance-${chart.name}.svg`, draw(chart)]),
		),
	};
}

function machineText({ machine }: Results): string {
	const { cores, cpu, memoryGb, node, n8n } = machine;
	return `Measured with n8n ${n8n} on Node.js ${node}, ${cores} cores (${cpu}), ${memoryGb} GB of memory. All parts share the machine: n8n, the service, and who calls them.`;
}

const BLOCK = /<!-- bench: ([a-z0-9-]+) -->\n[^]*?<!-- \/bench -->/g;

/** Writes each block between its markers. A marker without a block, or the reverse, is a mistake. */
export function fillIn(document: string, blocks: Record<string, string>): string {
	const marked = [...document.matchAll(BLOCK)].map(([, name = '']) => name);
	const unmarked = Object.keys(blocks).filter((name) => !marked.includes(name));
	const empty = marked.filter((name) => blocks[name] === undefined);
	if (unmarked.length > 0) throw new Error(`No place for the blocks ${unmarked.join(', ')}`);
	if (empty.length > 0) throw new Error(`No figures for the blocks ${empty.join(', ')}`);
	return document.replace(BLOCK, (_, name: string) => {
		const content = blocks[name] === '' ? '' : `\n${blocks[name]}\n\n`;
		return `<!-- bench: ${name} -->\n${content}<!-- /bench -->`;
	});
}
