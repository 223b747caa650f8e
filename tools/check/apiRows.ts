import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../install/paths.cjs';

/** A row of a table in docs/API.md. */
export interface ApiRow {
	section: string;
	what: string;
	/** Begins with `documented`, `assumed` or `unknown`. */
	basis: string;
	/** What the package does. */
	behavior: string;
}

const page = readFileSync(path.join(root, 'docs/API.md'), 'utf8');

export const apiRows: ApiRow[] = page.split(/^## /m).flatMap((part) => {
	const [section = '', ...lines] = part.split('\n');
	return lines
		.filter((line) => /^\| (?!What |-)/.test(line))
		.map((line) => line.split('|').map((cell) => cell.trim()))
		.map(([, what = '', basis = '', behavior = '']) => ({ section, what, basis, behavior }));
});
