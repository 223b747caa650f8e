/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development tool, never published */
// Runs test files, each with one mutant active, in a process of its own that may hang or crash.
import { ModernFakeTimers } from '@jest/fake-timers';
import { expect } from 'expect';
import { configureGlobal } from 'fast-check';
import * as circus from 'jest-circus';
import { ModuleMocker } from 'jest-mock';
import { readFileSync } from 'node:fs';

import { active } from './active';
import { Modules, Sources } from './modules';
import type { Job, Outcome, TestRun } from './processes';
import { HOOKS } from './testFiles';

type Block = circus.State['rootDescribeBlock'];
type Test = Extract<Block['children'][number], { type: 'test' }>;

/** Modules of earlier runs that something still refers to; the heap itself has a limit too. */
const MAX_MEMORY = 1_200 * 1024 ** 2;

const TIMED_OUT = /Exceeded timeout/;

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({ config: { fakeTimers: {} } as never, global: globalThis });

function methodsOf(value: object): object {
	const prototype = Object.getPrototypeOf(value) as Record<string, () => unknown>;
	const names = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
	return Object.fromEntries(names.map((name) => [name, prototype[name]?.bind(value)]));
}

const jest = { ...methodsOf(mocker), ...methodsOf(timers), setTimeout: () => undefined };

Object.assign(globalThis, circus, { expect });
// Enough to find a mutant, and the same cases for each.
configureGlobal({ numRuns: 30, seed: 1 });

const nameOf = ({ name, parent }: { name: string; parent?: Block }): string =>
	parent?.parent === undefined ? name : `${nameOf(parent)} > ${name}`;

const testsOf = (block: Block): Test[] =>
	block.children.flatMap((child) => (child.type === 'test' ? [child] : testsOf(child)));

const hasTimedOut = ({ errors }: Test) =>
	errors.flat().some((error) => TIMED_OUT.test((error as Error | undefined)?.message ?? ''));

let job: Job;
let isOver = false;

circus.addEventHandler((event) => {
	if (event.name === 'hook_start' && event.hook.type.endsWith('All')) active.enter(HOOKS);
	if (event.name === 'run_start') active.enter(undefined);
	if (event.name === 'test_start') {
		active.enter(nameOf(event.test));
		event.test.timeout = job.limitMs;
		if (isOver) event.test.mode = 'skip';
		if (event.test.mode !== 'skip') process.send?.('started');
	}
	if (event.name !== 'test_done') return;
	active.enter(undefined);
	isOver ||= hasTimedOut(event.test) || (job.stopsAtFailure && event.test.errors.length > 0);
});

/** The test that a rejection fails until something handles it, as in jest. */
const rejections = new WeakMap<Promise<unknown>, { test: Test; error: Error }>();

function failTest(error: Error, promise?: Promise<unknown>) {
	const test = circus.getState().currentlyRunningTest;
	test?.errors.push(error);
	if (test && promise instanceof Promise) rejections.set(promise, { test, error });
}

process.on('uncaughtException', (error) => failTest(error));
process.on('unhandledRejection', failTest);
process.on('rejectionHandled', (promise) => {
	const { test, error } = rejections.get(promise) ?? {};
	if (test) test.errors = test.errors.filter((one) => one !== error);
});

const hasMemory = () => process.memoryUsage().rss < MAX_MEMORY;

const runOf = (test: Test): TestRun => ({
	name: nameOf(test),
	ms: test.duration ?? 0,
	isFailed: test.errors.length > 0,
});

async function runFile(sources: Sources): Promise<Outcome> {
	circus.resetState();
	isOver = false;
	Object.assign(globalThis, { [Symbol.for('TEST_TIMEOUT_SYMBOL')]: job.limitMs });
	active.start(job.mutant, job.hitLimit);
	new Modules(sources, jest).load(job.file);
	const tests = testsOf(circus.getState().rootDescribeBlock);
	for (const test of tests) {
		if (job.tests?.includes(nameOf(test)) === false) test.mode = 'skip';
	}
	const { unhandledErrors } = await circus.run();
	timers.useRealTimers();
	mocker.restoreAllMocks();
	const ran = tests.filter(({ status }) => status === 'done');
	return {
		tests: ran.map(runOf),
		isFailed: unhandledErrors.length > 0,
		hasHung: active.isLoopEnded() || ran.some(hasTimedOut),
		// A test that timed out is still running.
		isUsable: hasMemory() && !ran.some(hasTimedOut),
		reached: job.mutant === undefined ? active.reached() : undefined,
	};
}

const failed = (reason?: string): Outcome => ({
	tests: [],
	isFailed: true,
	hasHung: active.isLoopEnded(),
	isUsable: hasMemory(),
	reason,
});

const [root = '', mutated = ''] = process.argv.slice(2);
const sources = new Sources(root, JSON.parse(readFileSync(mutated, 'utf8')));

process.on('message', (message: Job) => {
	job = message;
	runFile(sources).then(
		(outcome) => process.send?.(outcome),
		(error: Error) => process.send?.(failed(error.stack)),
	);
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
