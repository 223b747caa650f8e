import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from '../install/paths.cjs';
import type { Row } from './section';

const DOCUMENT = path.join(root, 'docs/PERFORMANCE.md');

/**
 * Replaces the table of a section.
 * @param circumstances what the figures hold for
 */
export async function writeTable(
	section: string,
	rows: Row[],
	circumstances: string,
): Promise<void> {
	const block = new RegExp(`(<!-- bench: ${section} -->).*?(<!-- /bench -->)`, 's');
	const day = new Date().toISOString().slice(0, 10);
	const text = readFileSync(DOCUMENT, 'utf8').replace(
		block,
		(_, open, close) => `${open}\n\n${table(rows)}\n\n_${day}, ${circumstances}_\n\n${close}`,
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
