import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { dependencies } from '../install/n8n/newest/package.json';
import { root } from '../install/paths.cjs';
import { step } from '../install/progress.cjs';
import { measureCreates } from './creates';
import { measureDeliveries } from './deliveries';
import { BenchEnvironment } from './environment';
import { measureMemory } from './memory';
import type { Row } from './section';

const SECTIONS: Record<string, (environment: BenchEnvironment) => Promise<Row[]>> = {
	creates: measureCreates,
	deliveries: measureDeliveries,
	memory: measureMemory,
};
const DOCUMENT = path.join(root, 'docs/PERFORMANCE.md');

/** `main.ts [section …]`: by default all sections. Updates docs/PERFORMANCE.md. */
async function main(): Promise<void> {
	const all = Object.keys(SECTIONS);
	const names = process.argv.length > 2 ? process.argv.slice(2) : all;
	const environment = await BenchEnvironment.open();
	try {
		for (const name of names) {
			const measure = SECTIONS[name];
			if (!measure) throw new Error(`No section ${name}; there are ${all.join(', ')}`);
			const rows = await step(`Measuring ${name}`, async () => await measure(environment));
			await writeTable(name, rows);
		}
	} finally {
		await environment.close();
	}
}

/** Replaces the table of the section. */
async function writeTable(section: string, rows: Row[]): Promise<void> {
	const block = new RegExp(`(<!-- bench: ${section} -->).*?(<!-- /bench -->)`, 's');
	const day = new Date().toISOString().slice(0, 10);
	const measured = `${day}, n8n ${dependencies.n8n}, ${availableParallelism()} shared cores`;
	const text = readFileSync(DOCUMENT, 'utf8').replace(
		block,
		(_, open, close) => `${open}\n\n${table(rows)}\n\n_${measured}_\n\n${close}`,
	);
	const options = { ...(await resolveConfig(DOCUMENT)), parser: 'markdown' };
	writeFileSync(DOCUMENT, await format(text, options));
}

function table(rows: Row[]): string {
	const line = (cells: unknown[]) => `| ${cells.join(' | ')} |`;
	const alignment = Object.values(rows[0] ?? {}).map((cell) =>
		typeof cell === 'string' ? '---' : '---:',
	);
	const body = rows.map((row) => line(Object.values(row)));
	return [line(Object.keys(rows[0] ?? {})), line(alignment), ...body].join('\n');
}

void main();
