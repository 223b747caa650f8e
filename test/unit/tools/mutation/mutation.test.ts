/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test support, never published */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { report as textOf } from '../../../../tools/mutation/report';
import type { Report } from '../../../../tools/mutation/run';
import { outsideJest } from '../../../support/outsideJest';

const FILES = {
	'nodes/count.ts': `
export const LABEL = 'items';
export function countTo(end: number): number {
	let count = 0;
	while (count < end) count++;
	return count;
}
`,
	'nodes/wait.ts': `
export const isAdult = (age: number) => age >= 18;
export async function waitFor(isReady: boolean): Promise<string> {
	return await new Promise((resolve) => {
		if (isReady) resolve('ready');
	});
}
export function total(values: number[]): number {
	const step = values.length > 0 ? 1 : 0;
	let sum = 0;
	for (let index = 0; index < values.length; index += step) sum += 2;
	return sum;
}
`,
	'test/unit/count.test.ts': `
import { countTo } from '../../nodes/count';
describe('countTo', () => {
	it('counts', () => expect(countTo(3)).toBe(3));
	it('counts again', () => expect(countTo(3)).toBe(3));
	it('is a function', () => expect(typeof countTo).toBe('function'));
});
`,
	'test/unit/wait.test.ts': `
import { isAdult, total, waitFor } from '../../nodes/wait';
const runs = ((globalThis as { runs?: number }).runs ?? 0) + 1;
Object.assign(globalThis, { runs });
it('knows adults', () => expect(isAdult(30)).toBe(true));
it('knows children', () => expect(isAdult(3)).toBe(false));
it('waits', async () => expect(await waitFor(true)).toBe('ready'));
it('adds', () => expect(total([5])).toBe(2));
it('fails always', () => expect(1).toBe(2));
it('runs once', () => expect(runs).toBe(1));
`,
};

const SETTINGS = {
	paths: [],
	sources: ['nodes'],
	suites: [{ name: 'test/unit', isFull: true }],
	leftOut: [],
	withLoad: false,
	every: 1,
	patienceMs: 1_000,
};

function tryMutants(): Report {
	const root = mkdtempSync(path.join(tmpdir(), 'mutation-fixture-'));
	try {
		for (const [name, content] of Object.entries(FILES)) {
			mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
			writeFileSync(path.join(root, name), content);
		}
		return outsideJest<Report>('tools/mutation/run.ts', 'run', { ...SETTINGS, root });
	} finally {
		rmSync(root, { recursive: true });
	}
}

describe('the mutants of two small files', () => {
	let report: Report;
	let text: string;

	beforeAll(() => {
		report = tryMutants();
		text = textOf(report);
	});

	const resultOf = (original: string, replacement: string) => {
		const found = report.results.find(
			({ mutant }) => mutant.original === original && mutant.replacement === replacement,
		);
		return found && { killers: found.killers, hasHung: found.hasHung };
	};

	it('are killed by each test that notices them', () => {
		const killers = ['count.test.ts > countTo > counts', 'count.test.ts > countTo > counts again'];
		expect(resultOf('count < end', 'count >= end')).toEqual({
			killers: killers.map((name) => `test/unit/${name}`),
			hasHung: false,
		});
	});

	it('live if no test notices them', () => {
		expect(resultOf('age >= 18', 'age > 18')).toEqual({ killers: [], hasHung: false });
		expect(text).toContain('nodes/wait.ts:2:41  age >= 18 → age > 18\n');
	});

	it.each([
		['count++', 'count--', 'test/unit/count.test.ts > countTo > counts'],
		['isReady', 'false', 'test/unit/wait.test.ts > waits'],
		['values.length > 0', 'false', 'test/unit/wait.test.ts > adds'],
	])('are killed by the time that %s as %s takes', (original, replacement, killer) => {
		expect(resultOf(original, replacement)).toEqual({
			killers: expect.arrayContaining([killer]) as string[],
			hasHung: true,
		});
	});

	it('are not tried if only the loading of a file reaches them', () => {
		const label = report.results.find(({ mutant }) => mutant.original === "'items'");
		expect(label).toMatchObject({ status: 'at load', killers: [] });
	});

	it('show tests that kill nothing that no other test kills', () => {
		expect(text).toContain(`
Tests that can all go while the same of these mutants die (2):
  test/unit/count.test.ts > countTo > counts
  test/unit/count.test.ts > countTo > is a function (kills nothing)
`);
	});

	it('are not tried with tests that fail by themselves', () => {
		expect(report.leftOut).toEqual([
			{ name: 'test/unit/wait.test.ts > fails always', why: 'fails here without a mutant' },
			{ name: 'test/unit/wait.test.ts > runs once', why: 'fails when it runs twice' },
		]);
	});
});
