/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { globSync } from 'node:fs';
import path from 'node:path';

import type { Runner } from './runner';
import type { Outcome } from './worker';

/** Tests of one file. */
export interface Suite {
	file: string;
	tests: Array<{ name: string; ms: number; reached: Set<string> }>;
	/** IDs of mutants that are reached by loading the file. */
	load: Set<string>;
	/** All of them run for each mutant that they reach. */
	isOwn: boolean;
}

/** They do not test the published code. */
const OTHER_TESTS = /^test\/unit\/(tools|docs|deploy)\//;
/** Too much for each mutant. */
const SIMULATIONS = /\/(world|worlds|honestLimits|linear|exactlyOnce)\.test\.ts$/;

/** A slower own test is one of the others. */
const QUICK_MS = 100;
/** A slower test never runs. The first of a process loads n8n. */
const [SLOW_MS, SLOW_AT_FIRST_MS] = [1_000, 4_000];
const LIMIT_MS = 120_000;

/** `test/unit` mirrors the sources. */
const testsOf = (place: string) =>
	path.join('test/unit', place.replace(/^nodes(\/WorkspaceTaskService)?\/?|\.ts$/g, ''));

/** One item after the other in each process. */
export async function inLanes<Item>(
	items: Item[],
	runners: Runner[],
	work: (item: Item, runner: Runner) => Promise<void>,
): Promise<void> {
	const queue = [...items];
	const lanes = runners.map(async (runner) => {
		for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
			await work(item, runner);
		}
	});
	await Promise.all(lanes);
}

async function runFile(runner: Runner, file: string, tests?: string[]): Promise<Outcome> {
	const outcome = await runner.run({ file, tests, limitMs: LIMIT_MS });
	if (outcome === undefined) throw new Error(`${file} hangs or crashes without a mutant`);
	return outcome;
}

/** What the tests reach. They run twice, as for mutants: a test that fails then would kill all. */
export async function readBaseline(places: string[], runners: Runner[]) {
	const files = globSync('test/{unit,engine}/**/*.test.ts')
		.filter((file) => !OTHER_TESTS.test(file))
		.sort();
	const leftOut = files.filter((file) => SIMULATIONS.test(file));
	const [own, others]: [Suite[], Suite[]] = [[], []];
	const read = files.filter((file) => !SIMULATIONS.test(file));
	await inLanes(read, runners, async (file, runner) => {
		const first = await runFile(runner, file);
		const quick = first.tests.filter(({ isFailed, ms }) => !isFailed && ms <= SLOW_AT_FIRST_MS);
		const names = quick.map(({ name }) => name);
		const again = await runFile(runner, file, names);
		const passed = again.tests.filter(
			({ isFailed, ms }) => !again.isFailed && !isFailed && ms <= SLOW_MS,
		);
		const isFromPlace = places.some((place) => file.startsWith(testsOf(place)));
		for (const isOwn of [true, false]) {
			const tests = passed
				.filter(({ ms }) => (isFromPlace && ms <= QUICK_MS) === isOwn)
				.map((test) => ({ ...test, reached: new Set(test.reached) }));
			(isOwn ? own : others).push({ file, tests, load: new Set(again.load), isOwn });
		}
		const [ran, all] = [passed.length, first.tests.length];
		if (ran < all || again.isFailed) leftOut.push(`${file}: ${all - ran} of ${all}`);
	});
	return { own, others, leftOut };
}
