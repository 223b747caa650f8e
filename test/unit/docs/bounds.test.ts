/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never published */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BOUNDS } from '../../../nodes/WorkspaceTaskService/transport/limits/bounds';
import { root } from '../../../tools/install/paths.cjs';
import { readAll } from '../../../tools/verify/package';

const UNITS: Record<string, number> = {
	ms: 1,
	s: 1000,
	min: 60_000,
	h: 3_600_000,
	days: 86_400_000,
	MiB: 1024 * 1024,
};
/** Statuses of HTTP, and a unit. */
const NO_BOUNDS = /\b(BAD_REQUEST|UNAUTHORIZED|TOO_LARGE|SERVER_ERROR|MINUTE_MS)\b/;
const CONSTANT = /^(?:export )?const ([A-Z][A-Z\d_]*) = (\d[\d_.e]*(?: \* \d[\d_.e]*)*);$/gm;
const ROW = /^\| `([\w/]+)\.ts` \| `([\w.]+)` \| ([\d.,e]+)(?: (\w+))? \|/gm;

const numberIn = (text: string) => Number(text.replace(/[_,]/g, ''));

function leaves(value: object, prefix: string): string[] {
	return Object.entries(value as Record<string, number | object>).flatMap(([name, one]) =>
		typeof one === 'number' ? [`${prefix}${name} ${one}`] : leaves(one, `${prefix}${name}.`),
	);
}

function boundsInCode(): string[] {
	const sources = readAll(path.join(root, 'nodes/WorkspaceTaskService'), '**/*.ts');
	const named = Object.entries(sources).flatMap(([file, text]) =>
		[...text.matchAll(CONSTANT)].map(([, name = '', factors = '']) => {
			const value = factors.split(' * ').reduce((product, one) => product * numberIn(one), 1);
			return `${file.replace(/\.ts$/, '')} ${name} ${value}`;
		}),
	);
	return [...named, ...leaves(BOUNDS, 'transport/limits/bounds ')].filter(
		(bound) => !NO_BOUNDS.test(bound),
	);
}

function boundsOnPage(): string[] {
	const page = readFileSync(path.join(root, 'docs/BOUNDS.md'), 'utf8');
	return [...page.matchAll(ROW)].map(([, file, name, value = '', unit = '']) => {
		const times = unit === '' ? 1 : (UNITS[unit] ?? NaN);
		return `${file} ${name} ${numberIn(value) * times}`;
	});
}

describe('docs/BOUNDS.md', () => {
	it('has a row for each named number, with its value', () => {
		expect(boundsOnPage().sort()).toEqual(boundsInCode().sort());
		expect(boundsInCode().length).toBeGreaterThan(50);
	});

	it('states times with a unit', () => {
		const page = readFileSync(path.join(root, 'docs/BOUNDS.md'), 'utf8');
		const bare = [...page.matchAll(ROW)].filter(
			([, , name = '', , unit]) => /(_MS|Ms)(\.|$)/.test(name) && unit === undefined,
		);
		expect(bare.map(([, , name]) => name)).toEqual(['MIN_EPOCH_MS']);
	});
});
