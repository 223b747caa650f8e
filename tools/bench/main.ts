/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { availableParallelism } from 'node:os';
import { dependencies } from '../install/n8n/newest/package.json';
import { step } from '../install/progress.cjs';
import { creates } from './creates';
import { deliveries } from './deliveries';
import { BenchEnvironment } from './environment';
import { growth } from './growth';
import { writeTable } from './report';
import type { Section } from './section';

const SECTIONS: Record<string, Section> = { creates, growth, deliveries };

/** `main.ts [section …]`: by default all sections. Updates docs/PERFORMANCE.md. */
async function main(): Promise<void> {
	const names = process.argv.slice(2);
	const unknown = names.find((name) => !(name in SECTIONS));
	if (unknown !== undefined)
		throw new Error(`No section ${unknown}; there are ${Object.keys(SECTIONS).join(', ')}`);
	const environment = await BenchEnvironment.open();
	try {
		for (const [name, section] of Object.entries(SECTIONS)) {
			if (names.length > 0 && !names.includes(name)) continue;
			const rows = await step(`Measuring ${name}`, async () => await section.measure(environment));
			await writeTable(name, rows, describeMachine());
		}
	} finally {
		await environment.close();
	}
}

function describeMachine(): string {
	const day = new Date().toISOString().slice(0, 10);
	return `${day}, n8n ${dependencies.n8n}, ${availableParallelism()} shared cores`;
}

void main();
