/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { ModernFakeTimers } from '@jest/fake-timers';
import { expect } from 'expect';
import { configureGlobal } from 'fast-check';
import * as circus from 'jest-circus';
import { ModuleMocker } from 'jest-mock';

import { loadNew, useSources } from './modules';

type Block = circus.State['rootDescribeBlock'];
type Test = Extract<Block['children'][number], { type: 'test' }>;

/** IDs of mutants that were reached, and how often. */
export type Reached = Record<string, number>;

interface Job {
	file: string;
	mutant?: string;
	/** By default all of the file. */
	tests?: string[];
	stopsAtFailure?: boolean;
}

export interface TestRun {
	name: string;
	ms: number;
	isFailed: boolean;
	reached: Reached;
}

interface Outcome {
	tests: TestRun[];
	/** By loading files. */
	load: Reached;
	/** As a whole: the file could not be loaded, or a hook failed. */
	isFailed: boolean;
	/** A test timed out. */
	isStillRunning: boolean;
}

/** What the mutated sources read and count. The names are those of Stryker's instrumenter. */
interface Namespace {
	activeMutant?: string;
	currentTestId?: string;
	hitCount: number;
	hitLimit?: number;
	mutantCoverage: { static: Reached; perTest: Record<string, Reached> };
}

/** Of one test, on a busy machine. */
const LIMIT_MS = 15_000;
/** Ends a loop that a mutant makes endless. */
const HIT_LIMIT = 1_000_000;
/** What hooks reach that run once for all tests of a file. */
const HOOKS = 'hooks';

const stryker: Namespace = { hitCount: 0, mutantCoverage: { static: {}, perTest: {} } };
const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ config: { fakeTimers: {} } as never, global: globalThis });
const jestMethods = {
	setTimeout: () => undefined,
	fn: mocker.fn.bind(mocker),
	spyOn: mocker.spyOn.bind(mocker),
	restoreAllMocks: () => mocker.restoreAllMocks(),
	useFakeTimers: (options?: object) => timers.useFakeTimers(options as never),
	useRealTimers: () => timers.useRealTimers(),
	setSystemTime: (now: number) => timers.setSystemTime(now),
	advanceTimersByTimeAsync: (ms: number) => timers.advanceTimersByTimeAsync(ms),
};
Object.assign(globalThis, circus, { expect, __stryker__: stryker });
// Enough to find a mutant, and the same cases for each.
configureGlobal({ numRuns: 30, seed: 1 });

/** What the loading of a file reaches belongs to no test. */
export function prepareTests(sources: Map<string, string>): void {
	useSources(sources, jestMethods, (load) => {
		const { currentTestId } = stryker;
		stryker.currentTestId = undefined;
		load();
		stryker.currentTestId = currentTestId;
	});
}

const nameOf = ({ name, parent }: { name: string; parent?: Block }): string =>
	parent?.parent === undefined ? name : `${nameOf(parent)} > ${name}`;

const testsOf = (block: Block): Test[] =>
	block.children.flatMap((child) => (child.type === 'test' ? [child] : testsOf(child)));

const hasTimedOut = ({ errors }: Test) => errors.flat().join().includes('Exceeded timeout');

let stopsAtFailure = false;
let isOver = false;

circus.addEventHandler((event) => {
	if (event.name === 'hook_start' && event.hook.type.endsWith('All')) stryker.currentTestId = HOOKS;
	if (event.name === 'run_start') stryker.currentTestId = undefined;
	if (event.name === 'test_start') {
		process.send?.({ isAlive: true });
		stryker.currentTestId = nameOf(event.test);
		event.test.timeout = LIMIT_MS;
		if (isOver) event.test.mode = 'skip';
	}
	if (event.name !== 'test_done') return;
	stryker.currentTestId = undefined;
	const { errors } = event.test;
	isOver ||= hasTimedOut(event.test) || (stopsAtFailure && errors.length > 0);
});

const failTest = (error: unknown) => circus.getState().currentlyRunningTest?.errors.push(error);
process.on('uncaughtException', failTest).on('unhandledRejection', failTest);

const FAILED = { tests: [], load: {}, isFailed: true, isStillRunning: false };

export async function runTests(job: Job): Promise<Outcome> {
	circus.resetState();
	[stopsAtFailure, isOver] = [job.stopsAtFailure ?? false, false];
	stryker.mutantCoverage = { static: {}, perTest: {} };
	const hitLimit = job.mutant === undefined ? undefined : HIT_LIMIT;
	Object.assign(stryker, { activeMutant: job.mutant, hitLimit, hitCount: 0 });
	stryker.currentTestId = undefined;
	try {
		loadNew(job.file);
	} catch {
		return FAILED;
	}
	const tests = testsOf(circus.getState().rootDescribeBlock);
	for (const test of tests) {
		if (job.tests?.includes(nameOf(test)) === false) test.mode = 'skip';
	}
	const { unhandledErrors } = await circus.run();
	timers.useRealTimers();
	mocker.restoreAllMocks();
	const { static: load, perTest } = stryker.mutantCoverage;
	const ran = tests.filter(({ status }) => status === 'done');
	return {
		tests: ran.map((test) => ({
			name: nameOf(test),
			ms: test.duration ?? 0,
			isFailed: test.errors.length > 0,
			reached: { ...perTest[HOOKS], ...perTest[nameOf(test)] },
		})),
		load,
		isFailed: unhandledErrors.length > 0,
		isStillRunning: ran.some(hasTimedOut),
	};
}
