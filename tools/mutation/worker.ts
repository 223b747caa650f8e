// Runs tests in a process of its own: a mutant may hang, crash or fill the memory.
import { ModernFakeTimers } from '@jest/fake-timers';
import { expect } from 'expect';
import { configureGlobal } from 'fast-check';
import * as circus from 'jest-circus';
import { ModuleMocker } from 'jest-mock';

import { failWhenIdle, runJob, takeFailures } from './leftovers';
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

/** For loading a file, and for what it prepares: it may load n8n, on a busy machine. */
const LOAD_MS = 60_000;

/** What hooks reach that run once for all tests of a file. */
const HOOKS = 'hooks';

let job: Job | undefined;
let steps = 0;
let isOver = false;
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
	mutantCoverage: { static: {}, perTest: {} as Record<string, object> },
};

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
	if (event.name === 'test_start') {
		stryker.currentTestId = nameOf(event.test);
		const { fn } = event.test as { fn: () => unknown };
		event.test.fn = async () => await failWhenIdle(fn);
		event.test.timeout = limitMs;
		if (isOver) event.test.mode = 'skip';
		steps = 0;
		process.send?.(3 * limitMs);
	}
	if (event.name !== 'test_done') return;
	const { errors } = event.test;
	errors.push(...(await takeFailures()));
	stryker.currentTestId = undefined;
	if (isEndless()) errors.push('Too many steps');
	stepsOf.set(event.test, steps);
	isOver ||=
		isEndless() || hasTimedOut(event.test) || (stopsAtFailure === true && errors.length > 0);
});

async function runTests(job: Job) {
	circus.resetState();
	stepsOf.clear();
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
	return {
		tests: [...stepsOf].map(([test, steps]) => ({
			name: nameOf(test),
			ms: test.duration ?? 0,
			steps,
			isFailed: test.errors.length > 0,
			/** IDs of mutants. */
			reached: Object.keys({ ...coverage.perTest[HOOKS], ...coverage.perTest[nameOf(test)] }),
		})),
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
		process.send?.(await runJob(async () => await runTests(next)));
	});
});
process.once('disconnect', () => process.exit());
