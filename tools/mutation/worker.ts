/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development tool, never published */
// Runs tests in a process of its own: a mutant may hang, crash or fill the memory.
import { ModernFakeTimers } from '@jest/fake-timers';
import { expect } from 'expect';
import { configureGlobal } from 'fast-check';
import * as circus from 'jest-circus';
import { ModuleMocker } from 'jest-mock';

import { loadNew, useSources } from './modules';

type Block = circus.State['rootDescribeBlock'];
type Test = Extract<Block['children'][number], { type: 'test' }>;

export interface Job {
	file: string;
	/** The ID of the one that is active. */
	mutant?: string;
	/** By default all of the file. */
	tests?: string[];
	stopsAtFailure?: boolean;
	/** Of a test. */
	limitMs: number;
}

export type Outcome = Awaited<ReturnType<typeof runTests>>;

type Reached = Record<string, number>;

/** Ends a loop that a mutant makes endless. */
const HIT_LIMIT = 1_000_000;
/** What hooks reach that run once for all tests of a file. */
const HOOKS = 'hooks';

/** What the mutated sources read and count. The names are those of Stryker's instrumenter. */
const stryker = {
	activeMutant: undefined as string | undefined,
	currentTestId: undefined as string | undefined,
	hitCount: 0,
	hitLimit: undefined as number | undefined,
	mutantCoverage: { static: {} as Reached, perTest: {} as Record<string, Reached> },
};

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ config: { fakeTimers: {} } as never, global: globalThis });
const jestMethods = {
	setTimeout: () => undefined,
	fn: mocker.fn.bind(mocker),
	spyOn: mocker.spyOn.bind(mocker),
	replaceProperty: mocker.replaceProperty.bind(mocker),
	restoreAllMocks: () => mocker.restoreAllMocks(),
	useFakeTimers: (options?: object) => timers.useFakeTimers(options as never),
	useRealTimers: () => timers.useRealTimers(),
	setSystemTime: (now: number) => timers.setSystemTime(now),
	advanceTimersByTimeAsync: (ms: number) => timers.advanceTimersByTimeAsync(ms),
};
Object.assign(globalThis, circus, { expect, __stryker__: stryker });
// Enough to find a mutant, and the same cases for each.
configureGlobal({ numRuns: 30, seed: 1 });

const nameOf = ({ name, parent }: { name: string; parent?: Block }): string =>
	parent?.parent === undefined ? name : `${nameOf(parent)} > ${name}`;

const testsOf = (block: Block): Test[] =>
	block.children.flatMap((child) => (child.type === 'test' ? [child] : testsOf(child)));

const hasTimedOut = ({ errors }: Test) => errors.flat().join().includes('Exceeded timeout');

let job: Job;
let isOver = false;

/** Rejections that nobody has handled yet. */
const rejections = new Map<Promise<unknown>, unknown>();
process
	.on('uncaughtException', (error) => circus.getState().currentlyRunningTest?.errors.push(error))
	.on('unhandledRejection', (error, promise) => rejections.set(promise, error))
	.on('rejectionHandled', (promise) => rejections.delete(promise));

// Not the fake one of a test.
const { setImmediate } = globalThis;

circus.addEventHandler(async (event) => {
	if (event.name === 'hook_start' && event.hook.type.endsWith('All')) stryker.currentTestId = HOOKS;
	if (event.name === 'run_start') stryker.currentTestId = undefined;
	if (event.name === 'test_start') {
		stryker.currentTestId = nameOf(event.test);
		event.test.timeout = job.limitMs;
		if (isOver) event.test.mode = 'skip';
	}
	if (event.name !== 'test_done') return;
	// Node.js reports rejections between turns.
	await new Promise((resolve) => setImmediate(resolve));
	stryker.currentTestId = undefined;
	const { errors } = event.test;
	errors.push(...rejections.values());
	rejections.clear();
	isOver ||= hasTimedOut(event.test) || (job.stopsAtFailure === true && errors.length > 0);
});

async function runTests() {
	circus.resetState();
	isOver = false;
	const coverage: typeof stryker.mutantCoverage = { static: {}, perTest: {} };
	Object.assign(stryker, { mutantCoverage: coverage, currentTestId: undefined, hitCount: 0 });
	stryker.activeMutant = job.mutant;
	stryker.hitLimit = job.mutant === undefined ? undefined : HIT_LIMIT;
	let isFailed = false;
	try {
		loadNew(job.file);
		const { rootDescribeBlock } = circus.getState();
		for (const test of testsOf(rootDescribeBlock)) {
			if (job.tests?.includes(nameOf(test)) === false) test.mode = 'skip';
		}
		const { unhandledErrors } = await circus.run();
		isFailed = unhandledErrors.length > 0;
	} catch {
		isFailed = true;
	}
	timers.useRealTimers();
	mocker.restoreAllMocks();
	const tests = testsOf(circus.getState().rootDescribeBlock);
	const ran = tests.filter(({ status }) => status === 'done');
	return {
		tests: ran.map((test) => ({
			name: nameOf(test),
			ms: test.duration ?? 0,
			isFailed: test.errors.length > 0,
			/** IDs of mutants. */
			reached: Object.keys({ ...coverage.perTest[HOOKS], ...coverage.perTest[nameOf(test)] }),
		})),
		/** IDs of mutants that are reached by loading files. */
		load: Object.keys(coverage.static),
		/** As a whole: the file could not be loaded, or a hook failed. */
		isFailed,
		/** A test timed out. */
		isStillRunning: ran.some(hasTimedOut),
		memory: process.memoryUsage().rss,
	};
}

process.once('message', (sources: Record<string, string>) => {
	useSources(sources, jestMethods);
	process.on('message', async (next: Job) => {
		job = next;
		process.send?.(await runTests());
	});
});
process.once('disconnect', () => process.exit());
