/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never published */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../host/paths.cjs';
import { readAll } from '../../../verify/package';

const page = readFileSync(path.join(root, 'docs/API.md'), 'utf8');
const rows = page
	.split('\n')
	.filter((line) => /^\| (?!What |-)/.test(line))
	.map((line) => line.split('|').map((cell) => cell.trim()))
	.map(([, what = '', basis = '', answer = '']) => ({ what, basis, answer }));

/** The chapters of the service's API document. */
const PARTS =
	/: (Resources and their fields|Endpoints|Gaps in the endpoint set|Authentication|Events|Limits|Versioning)\b/;

describe('docs/API.md', () => {
	it('says of every behaviour whether it is documented, assumed or unknown', () => {
		const kinds = rows.map(({ basis }) => /^(documented|assumed|unknown)\b/.exec(basis)?.[1]);
		expect(new Set(kinds)).toEqual(new Set(['documented', 'assumed', 'unknown']));
	});

	it('names the part of the document that shows it', () => {
		const documented = rows.filter(({ basis }) => basis.startsWith('documented'));
		expect(documented.filter(({ basis }) => !PARTS.test(basis))).toEqual([]);
	});

	it('says what happens if an assumption is wrong', () => {
		const assumed = rows.filter(({ basis }) => basis.startsWith('assumed'));
		expect(assumed.filter(({ answer }) => !/\bif\b/i.test(answer))).toEqual([]);
	});

	it('has every call of the package', () => {
		const sources = Object.values(
			readAll(root, 'nodes/*/{actions/*/,methods/,transport/,trigger/}*.ts'),
		);
		const paths = [...sources.join('\n').matchAll(/path: '\/api\/v1\/([\w/]+)'/g)].map(
			([, p = '']) => p,
		);
		const headings = page.split('\n').filter((line) => /^## (GET|POST) /.test(line));
		const named = headings.flatMap((line) =>
			line.split(/[ ,]+/).map((word) => word.replace('/api/v1/', '')),
		);
		expect(new Set(paths).size).toBe(4);
		expect(named).toEqual(expect.arrayContaining(paths));
	});
});
