/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import path from 'node:path';

import type { Hits } from './active';
import type { Outcome, TestProcess, TestRun } from './processes';

/** Hooks that run once reach mutants for all tests of the file. */
export const HOOKS = 'hooks of the file';

/** Slower tests only try mutants that no quick one has killed. */
const QUICK_MS = 250;

/** Slower tests would be most of the time, run for each mutant that they reach. */
const SLOWEST_MS = 5_000;

/** Without a mutant. */
const LIMIT_MS = 20_000;

export interface TestFile {
	path: string;
	/** Relative to the repository. */
	name: string;
	/** Every test runs for each mutant, also when another one has killed it. */
	isFull: boolean;
	tests: Array<TestRun & { hits: Hits }>;
	hooks: Hits;
	load: Hits;
}

export interface Suite {
	/** Of the test files, below the repository. */
	name: string;
	isFull: boolean;
}

export interface LeftOut {
	name: string;
	why: string;
}

/** Why a test cannot try mutants, or undefined. */
function unfit(test: TestRun, again?: TestRun): string | undefined {
	if (test.isFailed) return 'fails here without a mutant';
	if (test.ms > SLOWEST_MS) return `takes ${(test.ms / 1000).toFixed(1)} s`;
	return again?.isFailed === false ? undefined : 'fails when it runs twice';
}

const reachesAny = ({ reached }: Outcome) =>
	reached !== undefined &&
	[reached.static, ...Object.values(reached.perTest)].some((hits) => Object.keys(hits).length > 0);

const namesOf = (tests: TestRun[]) => tests.map(({ name }) => name);

/**
 * What each test of a file reaches. The file runs twice in one process, as it will run for mutants:
 * a test that fails then would kill all of them.
 */
export async function readTestFile(root: string, name: string, isFull: boolean, on: TestProcess) {
	const file = path.join(root, name);
	const job = { file, stopsAtFailure: false, limitMs: LIMIT_MS };
	const first = await on.run(job);
	const nothing = {
		file: { path: file, name, isFull, tests: [], hooks: {}, load: {} },
		leftOut: [],
	};
	if (!first.isFailed && !reachesAny(first)) return nothing;
	const quick = first.tests.filter(({ isFailed, ms }) => !isFailed && ms <= SLOWEST_MS);
	const again = await on.run({ ...job, tests: namesOf(quick) });
	const { static: load, perTest } = again.reached ?? { static: {}, perTest: {} };
	const known = new Map(again.tests.map((test) => [test.name, test]));
	const leftOut: LeftOut[] = [];
	const tests = first.tests.flatMap((test) => {
		const why = unfit(test, known.get(test.name));
		if (why !== undefined) leftOut.push({ name: `${name} > ${test.name}`, why });
		const ms = Math.min(test.ms, known.get(test.name)?.ms ?? test.ms);
		return why === undefined ? [{ ...test, ms, hits: perTest[test.name] ?? {} }] : [];
	});
	const failure = first.reason ?? again.reason ?? 'fails as a whole';
	if (again.isFailed) leftOut.push({ name, why: failure.split('\n')[0] ?? failure });
	const { [HOOKS]: hooks = {} } = perTest;
	const kept = again.isFailed ? [] : tests;
	return { file: { path: file, name, isFull, tests: kept, hooks, load }, leftOut };
}

export function splitByCost(file: TestFile): TestFile[] {
	const isQuick = ({ ms }: TestRun) => ms <= QUICK_MS;
	const slow = file.tests.filter((test) => !isQuick(test));
	return [
		{ ...file, tests: file.tests.filter(isQuick) },
		{ ...file, tests: slow, isFull: false },
	];
}
