/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, no-console -- development tool, never published */
// Tries mutants in a process of its own: one may hang, crash or fill the memory.
import path from 'node:path';

import { mutantsOf, type Mutant } from './mutants';
import type { Result } from './report';
import { prepareTests, runTests, type Reached, type TestRun } from './testRun';

/** Tests of one file. */
interface TestGroup {
	file: string;
	tests: TestRun[];
	load: Reached;
	/** All of them run for each mutant that they reach; others until one kills it. */
	isThorough: boolean;
}

export interface Baseline {
	groups: TestGroup[];
	leftOut: string[];
}

export type Message =
	| { read: Baseline }
	/** The killers of a mutant if this process is not heard of again. */
	| { atRisk: string[] }
	| { result: Result }
	| { isAlive: true };

/** Where a new process continues. */
export interface Work {
	/** Files and folders with the code to mutate. */
	places: string[];
	/** Test files to read. */
	files: string[];
	/** Those that try mutants: each `step`th from `next` on. */
	groups: TestGroup[];
	next: number;
	step: number;
}

/** Slower unit tests run, like engine tests, for a mutant that the others leave alive. */
const QUICK_MS = 250;
const SLOWEST_MS = 5_000;

/** Modules of earlier runs that something still refers to. */
const MAX_MEMORY = 1_200 * 1024 ** 2;

const send = (message: Message) => new Promise((resolve) => process.send?.(message, resolve));

const namesIn = (file: string, tests: Array<{ name: string }>) =>
	tests.map(({ name }) => `${file} > ${name}`);

/** A file runs twice, as it will for mutants: a test that fails then would kill all of them. */
async function readTests(name: string): Promise<Baseline> {
	const file = path.resolve(name);
	const first = await runTests({ file });
	const isReaching = first.tests.some(({ reached }) => Object.keys(reached).length > 0);
	if (!isReaching) return { groups: [], leftOut: first.isFailed ? [name] : [] };
	const quick = first.tests.filter(({ isFailed, ms }) => !isFailed && ms <= SLOWEST_MS);
	const again = await runTests({ file, tests: quick.map((test) => test.name) });
	const passed = again.isFailed ? [] : again.tests.filter(({ isFailed }) => !isFailed);
	const isQuick = ({ ms }: TestRun) => ms <= QUICK_MS && name.startsWith('test/unit');
	const groups = [true, false].map((isThorough) => {
		const tests = passed.filter((test) => isQuick(test) === isThorough);
		return { file: name, load: again.load, isThorough, tests };
	});
	const names = new Set(passed.map((test) => test.name));
	const leftOut = first.tests.filter((test) => !names.has(test.name));
	return { groups, leftOut: namesIn(name, leftOut) };
}

async function tryMutant(mutant: Mutant, groups: TestGroup[]): Promise<Result & { isLast?: true }> {
	const reaching = groups
		.map((group) => ({
			...group,
			tests: group.tests.filter(({ reached }) => mutant.id in reached),
		}))
		.filter(({ tests }) => tests.length > 0);
	const isAtLoad = reaching.length === 0 && groups.some(({ load }) => mutant.id in load);
	const killers: string[] = [];
	for (const { file, tests, isThorough } of reaching) {
		const stopsAtFailure = !isThorough;
		if (stopsAtFailure && killers.length > 0) break;
		const names = tests.map(({ name }) => name);
		await send({ atRisk: [...killers, ...namesIn(file, tests)] });
		const job = { file: path.resolve(file), mutant: mutant.id, tests: names, stopsAtFailure };
		const outcome = await runTests(job);
		const failed = outcome.tests.filter(({ isFailed }) => isFailed);
		// If a file fails as a whole, each of its tests would notice.
		const isWhole = outcome.isFailed && failed.length === 0;
		killers.push(...namesIn(file, isWhole ? tests : failed));
		if (outcome.isStillRunning) return { mutant, killers, isAtLoad, isLast: true };
	}
	return { mutant, killers, isAtLoad };
}

const isFull = () => process.memoryUsage().rss > MAX_MEMORY;

async function work({ places, files, groups, next, step }: Work) {
	const { mutants, sources } = await mutantsOf(places);
	prepareTests(sources);
	for (const file of files) {
		await send({ read: await readTests(file) });
		if (isFull()) return;
	}
	const rest = mutants.filter((_, index) => index >= next && (index - next) % step === 0);
	for (const mutant of groups.length > 0 ? rest : []) {
		const { isLast, ...result } = await tryMutant(mutant, groups);
		await send({ result });
		if (isLast || isFull()) return;
	}
}

process.once('message', (message: Work) => {
	work(message)
		.catch(console.error)
		.finally(() => process.exit());
});
process.once('disconnect', () => process.exit());
