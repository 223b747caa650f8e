/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../host/paths.cjs';
import { fillIn, goalsText, shown } from './figures';
import { merged, readResults, RESULTS, thisMachine, type Results } from './results';
import { chosen, SECTIONS } from './sections';

const DOCUMENT = path.join(root, 'docs/PERFORMANCE.md');
const IMAGES = path.join(root, 'docs/images');

/** `main.ts [section…] [--quick | --render]`: quick writes nothing, render measures nothing. */
async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		options: {
			quick: { type: 'boolean', default: false },
			render: { type: 'boolean', default: false },
		},
		allowPositionals: true,
	});
	if (values.render) return render();
	const fresh: Results = { machine: thisMachine(), sections: {} };
	for (const section of chosen(positionals)) {
		const rows = await section.measure(values);
		const { text, goals } = section.figures(rows);
		process.stdout.write(`\n${[text, goalsText(goals)].join('\n\n').trimEnd()}\n\n`);
		fresh.sections[section.name] = rows;
	}
	if (!values.quick) write(merged(readResults(), fresh));
}

function write(results: Results): void {
	writeFileSync(RESULTS, `${JSON.stringify(results, null, '\t')}\n`);
	render();
}

function render(): void {
	const { blocks, images } = shown(readResults(), SECTIONS);
	for (const name of readdirSync(IMAGES).filter(isChart)) rmSync(path.join(IMAGES, name));
	for (const [name, svg] of Object.entries(images)) writeFileSync(path.join(IMAGES, name), svg);
	writeFileSync(DOCUMENT, fillIn(readFileSync(DOCUMENT, 'utf8'), blocks));
}

const isChart = (name: string) => /^performance-.*\.svg$/.test(name);

void main();
