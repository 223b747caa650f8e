import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../tools/install/paths.cjs';
import { eventOptions } from '../../../nodes/WorkspaceTaskService/fields/commonFields';
import { apiRows as rows, type ApiRow } from '../../../tools/check/apiRows';
import { readAll } from '../../../tools/verify/package';

const page = readFileSync(path.join(root, 'docs/API.md'), 'utf8');

/** The chapters of the service's API document. */
const PARTS =
	/: (Resources and their fields|Endpoints|Gaps in the endpoint set|Authentication|Events|Limits|Versioning)\b/;

/** As `GET /boards/{}`: the page may use other names for path parameters. */
function callsIn(source: string): string[] {
	return [...source.matchAll(/(?:method: '([A-Z]+)',\s+)?path: (['`])\/api\/v1(\/.+?)\2/g)].map(
		([, method = 'a method that is elsewhere:', , at = '']) =>
			`${method} ${at.replace(/\{.+?\}/g, '{}')}`,
	);
}

function callsOfHeading(line: string): string[] {
	const [, method, paths = ''] = /^## ([A-Z]+) \/api\/v1\/(\S.*)$/.exec(line) ?? [];
	if (method === undefined) return [];
	return paths.split(', ').map((at) => `${method} /${at.replace(/\{.+?\}/g, '{}')}`);
}

describe('docs/API.md', () => {
	it('marks each behavior as documented, with its part of the document, assumed or unknown', () => {
		const isMarked = ({ basis }: ApiRow) =>
			basis.startsWith('documented') ? PARTS.test(basis) : /^(assumed|unknown)\b/.test(basis);
		expect(rows.length).toBeGreaterThan(0);
		expect(rows.filter((row) => !isMarked(row))).toEqual([]);
	});

	it('names the event types that the panels offer as documented', () => {
		const events = rows.filter(({ basis }) => basis === 'documented: Events');
		const named = events.flatMap(({ what }) => what.match(/[\w.]+/g));
		expect(named.sort()).toEqual(eventOptions.map(({ value }) => value).sort());
	});

	it('says what happens if an assumption is wrong', () => {
		const assumed = rows.filter(({ basis }) => basis.startsWith('assumed'));
		expect(assumed.filter(({ behavior }) => !/\bif\b/i.test(behavior))).toEqual([]);
	});

	it('has a heading for every call of the package', () => {
		const calls = Object.values(readAll(root, 'nodes/**/*.ts')).flatMap(callsIn);
		const headings = page.split('\n').flatMap(callsOfHeading);
		const missing = calls.filter((call) => !headings.includes(call));
		expect(calls).toEqual(expect.arrayContaining(['GET /boards', 'POST /auth/login']));
		expect(missing).toEqual([]);
	});
});
