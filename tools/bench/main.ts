import { availableParallelism } from 'node:os';
import { dependencies } from '../install/n8n/newest/package.json';
import { step } from '../install/progress.cjs';
import { measureCreates } from './creates';
import { measureDeliveries } from './deliveries';
import { writeTable } from './document';
import { BenchEnvironment } from './environment';
import { measureMemory } from './memory';
import type { Row } from './section';

const SECTIONS: Record<string, (environment: BenchEnvironment) => Promise<Row[]>> = {
	creates: measureCreates,
	deliveries: measureDeliveries,
	memory: measureMemory,
};

/** `main.ts [section …]`: by default all sections. Updates docs/PERFORMANCE.md. */
async function main(): Promise<void> {
	const all = Object.keys(SECTIONS);
	const names = process.argv.length > 2 ? process.argv.slice(2) : all;
	const environment = await BenchEnvironment.open();
	const machine = `n8n ${dependencies.n8n}, ${availableParallelism()} shared cores`;
	try {
		for (const name of names) {
			const measure = SECTIONS[name];
			if (!measure) throw new Error(`No section ${name}; there are ${all.join(', ')}`);
			const rows = await step(`Measuring ${name}`, async () => await measure(environment));
			await writeTable(name, rows, machine);
		}
	} finally {
		await environment.close();
	}
}

void main();
