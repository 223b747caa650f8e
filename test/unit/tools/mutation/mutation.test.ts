import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { root } from '../../../../tools/install/paths.cjs';

const FILES = {
	'nodes/count.ts': `
export const LABEL = 'items';
export function countTo(end: number): number {
	let count = 0;
	while (count < end) count++;
	return count;
}
`,
	'nodes/age.ts': `
export const isAdult = (age: number) => age >= 18;
`,
	'nodes/names.ts': `
export const names = ['a', 'b'].filter((name) => name === 'a');
`,
	'test/unit/names.test.ts': `
import { names } from '../../nodes/names';
it('reads what loading has made', () => expect(names).toEqual(['a']));
`,
	'test/unit/count.test.ts': `
import { countTo } from '../../nodes/count';
describe('countTo', () => {
	it('counts', () => expect(countTo(3)).toBe(3));
	it('counts again', () => expect(countTo(3)).toBe(3));
	it('is a function', () => expect(typeof countTo).toBe('function'));
});
`,
	'test/unit/age.test.ts': `
import { setTimeout as pause } from 'node:timers/promises';
import { isAdult } from '../../nodes/age';
const runs = ((globalThis as { runs?: number }).runs ?? 0) + 1;
Object.assign(globalThis, { runs });
const fail = () => { throw new Error('of an earlier mutant'); };
const failOften = () => pause(1).then(() => (void failOften(), fail()));
it('knows adults', () => {
	const isKnown = isAdult(30);
	if (!isKnown) setInterval(fail, 1);
	if (!isKnown) void failOften();
	expect(isKnown).toBe(true);
});
it('knows children', () => pause(20).then(() => expect(isAdult(3)).toBe(false)));
it('fails', () => expect(isAdult(1)).toBe(true));
it('runs once', () => expect([isAdult(1), runs]).toEqual([false, 1]));
`,
};

/** In a process of its own: jest would be inside jest. */
function tryMutants(): string {
	const cwd = mkdtempSync(path.join(tmpdir(), 'mutation-fixture-'));
	const tsx = pathToFileURL(require.resolve('tsx')).href;
	try {
		for (const [name, content] of Object.entries(FILES)) {
			mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true });
			writeFileSync(path.join(cwd, name), content);
		}
		const command = ['--import', tsx, path.join(root, 'tools/mutation/main.ts'), 'nodes'];
		return execFileSync(process.execPath, command, { cwd, encoding: 'utf8', stdio: 'pipe' });
	} finally {
		rmSync(cwd, { recursive: true });
	}
}

it('npm run test:mutation names what no test notices, and tests that notice nothing', () => {
	expect(tryMutants()).toBe(`4 of 5 killed (80 %)  nodes/age.ts
5 of 5 killed (100 %)  nodes/count.ts
5 of 5 killed (100 %)  nodes/names.ts
14 of 15 killed (93 %)  

Live (*: slow tests that reach it did not run) (1):
  nodes/age.ts:2  age >= 18 → age > 18

Tests that can all go while the same mutants die (3):
  test/unit/age.test.ts > knows adults
  test/unit/count.test.ts > countTo > counts again
  test/unit/count.test.ts > countTo > is a function (kills nothing)
`);
});
