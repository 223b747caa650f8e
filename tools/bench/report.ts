/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../install/paths.cjs';
import type { Row } from './section';

const RESULTS = path.join(root, 'tools/bench/results.json');
const DOCUMENT = path.join(root, 'docs/PERFORMANCE.md');

interface Result {
	/** Date and machine. */
	measured: string;
	rows: Row[];
}

/** By section. */
type Results = Record<string, Result>;

export function readResults(): Results {
	return existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Results) : {};
}

/** Also updates the tables in docs/PERFORMANCE.md. */
export async function writeResults(results: Results): Promise<void> {
	writeFileSync(RESULTS, toJson(results));
	let text = readFileSync(DOCUMENT, 'utf8');
	for (const [name, { measured, rows }] of Object.entries(results)) {
		const block = new RegExp(`(<!-- bench: ${name} -->).*?(<!-- /bench -->)`, 's');
		text = text.replace(block, (_, open, close) => {
			return `${open}\n\n${table(rows)}\n\n_${measured}_\n\n${close}`;
		});
	}
	writeFileSync(DOCUMENT, await formatMarkdown(text));
}

/** With one row per line. */
function toJson(results: Results): string {
	const sections = Object.entries(results).map(([name, { measured, rows }]) => {
		const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
		return `"${name}": { "measured": "${measured}", "rows": [\n${lines}\n] }`;
	});
	return `{\n${sections.join(',\n')}\n}\n`;
}

export function table(rows: Row[]): string {
	const titles = Object.keys(rows[0] ?? {});
	const isText = (title: string) => typeof rows[0]?.[title] === 'string';
	const line = (cells: Array<string | number | null | undefined>) =>
		`| ${cells.map((cell) => cell ?? '–').join(' | ')} |`;
	const alignment = titles.map((title) => (isText(title) ? '---' : '---:'));
	const body = rows.map((row) => line(titles.map((title) => row[title])));
	return [line(titles), line(alignment), ...body].join('\n');
}

export async function formatMarkdown(text: string): Promise<string> {
	return await format(text, { ...(await resolveConfig(DOCUMENT)), parser: 'markdown' });
}
