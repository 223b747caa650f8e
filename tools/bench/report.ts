/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../install/paths.cjs';
import type { Row } from './section';

const DOCUMENT = path.join(root, 'docs/PERFORMANCE.md');

/**
 * Replaces the table of a section in docs/PERFORMANCE.md.
 * @param measured date and machine
 */
export async function writeTable(section: string, rows: Row[], measured: string): Promise<void> {
	const block = new RegExp(`(<!-- bench: ${section} -->).*?(<!-- /bench -->)`, 's');
	const text = readFileSync(DOCUMENT, 'utf8').replace(
		block,
		(_, open, close) => `${open}\n\n${table(rows)}\n\n_${measured}_\n\n${close}`,
	);
	const options = { ...(await resolveConfig(DOCUMENT)), parser: 'markdown' };
	writeFileSync(DOCUMENT, await format(text, options));
}

function table(rows: Row[]): string {
	const titles = Object.keys(rows[0] ?? {});
	const isText = (title: string) => typeof rows[0]?.[title] === 'string';
	const line = (cells: Array<string | number | null | undefined>) =>
		`| ${cells.map((cell) => cell ?? '–').join(' | ')} |`;
	const alignment = titles.map((title) => (isText(title) ? '---' : '---:'));
	const body = rows.map((row) => line(titles.map((title) => row[title])));
	return [line(titles), line(alignment), ...body].join('\n');
}
