/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development tool, never published */
// Runs tests in a process of its own: a mutant may hang, crash or fill the memory.
import { ModernFakeTimers } from '@jest/fake-timers';
import { expect } from 'expect';
import { configureGlobal } from 'fast-check';
import * as circus from 'jest-circus';
import { ModuleMocker } from 'jest-mock';
import { AsyncLocalStorage } from 'node:async_hooks';

import { loadNew, useSources } from './modules';

type Block = circus.State['rootDescribeBlock'];
type Entry = Extract<Block['children'][number], { type: 'test' }>;

export interface Job {
	file: string;
	/** The ID of the one that is active. */
	mutant?: string;
	/** By default all of the file. */
	tests?: string[];
	stopsAtFailure?: boolean;
	/** Of a test. */
	limitMs: number;
	/** Of a test: how often the mutated sources may ask which mutant is active. */
	maxSteps?: number;
}

export type Outcome = Awaited<ReturnType<typeof runTests>>;

type Reached = Record<string, number>;

/** For loading a file, and for what it prepares: it may load n8n, on a busy machine. */
export const LOAD_MS = 60_000;

/** What hooks reach that run once for all tests of a file. */
const HOOKS = 'hooks';

let job: Job | undefined;
let steps = 0;
let isOver = false;
const jobs = new AsyncLocalStorage<Job>();

/** Whether what runs now was left behind by an earlier job. */
function isLate(): boolean {
	const own = jobs.getStore();
	return own !== undefined && own !== job;
}

const isEndless = () => steps > (job?.maxSteps ?? Infinity);

/** What the mutated sources read and count. The names are those of Stryker's instrumenter. */
const stryker = {
	/** An endless loop ends here. */
	get activeMutant() {
		steps += 1;
		if (isEndless()) throw new Error('Too many steps');
		return job?.mutant;
	},
	currentTestId: undefined as string | undefined,
	mutantCoverage: { static: {} as Reached, perTest: {} as Record<string, Reached> },
};

const { setImmediate } = globalThis;
for (const name of ['setTimeout', 'setInterval', 'setImmediate'] as const) {
	const native = globalThis[name] as (run: () => void, ...rest: never[]) => unknown;
	const set = (run: (...values: unknown[]) => void, ...rest: never[]) =>
		native((...values: unknown[]) => isLate() || run(...values), ...rest);
	Object.defineProperties(set, Object.getOwnPropertyDescriptors(native));
	Object.assign(globalThis, { [name]: set });
}

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ config: { fakeTimers: {} } as never, global: globalThis });
const jestMethods = {
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

const entriesIn = (block: Block): Entry[] =>
	block.children.flatMap((child) => (child.type === 'test' ? [child] : entriesIn(child)));

const hasTimedOut = ({ errors }: Entry) => errors.flat().join().includes('Exceeded timeout');

/** Rejections that nobody has handled yet. */
const rejections = new Map<Promise<unknown>, unknown>();
process
	.on('uncaughtException', (error) => {
		if (!isLate()) circus.getState().currentlyRunningTest?.errors.push(error);
	})
	.on('unhandledRejection', (error, promise) => {
		if (!isLate()) rejections.set(promise, error);
	})
	.on('rejectionHandled', (promise) => rejections.delete(promise));

/** The channel to the main process, and the time limit of the test. */
const IDLE_RESOURCES = 2;
let idleTurns = 0;
let failTest: (error: Error) => void = () => {};
setInterval(() => {
	idleTurns = process.getActiveResourcesInfo().length > IDLE_RESOURCES ? 0 : idleTurns + 1;
	if (idleTurns > 3) failTest(new Error('Nothing is left that could end the test'));
}, 10).unref();

/** Else a test that waits for nothing would only fail when its time is over. */
function failWhenIdle(test: Entry): void {
	const { fn } = test as { fn: () => unknown };
	test.fn = async () => {
		idleTurns = 0;
		await Promise.race([fn(), new Promise((_resolve, reject) => (failTest = reject))]);
	};
}

const stepsOf = new Map<Entry, number>();

circus.addEventHandler(async (event) => {
	const { limitMs = 0, stopsAtFailure } = job ?? {};
	if (event.name === 'hook_start') {
		const isForAll = event.hook.type.endsWith('All');
		if (isForAll) stryker.currentTestId = HOOKS;
		event.hook.timeout = isForAll ? LOAD_MS : limitMs;
		if (isForAll) process.send?.(LOAD_MS);
	}
	if (event.name === 'run_start') stryker.currentTestId = undefined;
	if (event.name === 'test_fn_start') failWhenIdle(event.test);
	if (event.name === 'test_start') {
		stryker.currentTestId = nameOf(event.test);
		event.test.timeout = limitMs;
		if (isOver) event.test.mode = 'skip';
		steps = 0;
		process.send?.(3 * limitMs);
	}
	if (event.name !== 'test_done') return;
	// Node.js reports rejections between turns.
	await new Promise((resolve) => setImmediate(resolve));
	stryker.currentTestId = undefined;
	const { errors } = event.test;
	errors.push(...rejections.values());
	rejections.clear();
	if (isEndless()) errors.push('Too many steps');
	stepsOf.set(event.test, steps);
	isOver ||=
		isEndless() || hasTimedOut(event.test) || (stopsAtFailure === true && errors.length > 0);
});

async function runTests(job: Job) {
	circus.resetState();
	stepsOf.clear();
	rejections.clear();
	steps = 0;
	isOver = false;
	const coverage: typeof stryker.mutantCoverage = { static: {}, perTest: {} };
	Object.assign(stryker, { mutantCoverage: coverage, currentTestId: undefined });
	let isFailed = false;
	try {
		loadNew(job.file);
		for (const test of entriesIn(circus.getState().rootDescribeBlock)) {
			if (job.tests?.includes(nameOf(test)) === false) test.mode = 'skip';
		}
		const { unhandledErrors } = await circus.run();
		isFailed = unhandledErrors.length > 0;
	} catch {
		isFailed = true;
	}
	timers.useRealTimers();
	mocker.restoreAllMocks();
	const ran = [...stepsOf];
	return {
		tests: ran.map(([test, steps]) => ({
			name: nameOf(test),
			ms: test.duration ?? 0,
			steps,
			isFailed: test.errors.length > 0,
			/** IDs of mutants. */
			reached: Object.keys({ ...coverage.perTest[HOOKS], ...coverage.perTest[nameOf(test)] }),
		})),
		/** IDs of mutants that are reached by loading files. */
		load: Object.keys(coverage.static),
		/** As a whole: the file could not be loaded, or a hook failed. */
		isFailed,
		memory: process.memoryUsage().rss,
	};
}

process.once('message', (sources: Record<string, string>) => {
	useSources(sources, jestMethods);
	process.on('message', async (next: Job) => {
		job = next;
		process.send?.(await jobs.run(job, async () => await runTests(next)));
	});
});
process.once('disconnect', () => process.exit());
