/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, no-console -- development tool, never published */
// npm run test:mutation -- [file or folder...]
//
// Changes the published code in small ways, one at a time (mutants), and runs the tests that reach
// the change: all quick unit tests of these files, and if none notices, other unit and engine tests
// until one does. Prints how many mutants were killed, those that live, and unit tests of these
// files that kill nothing that no other one of them kills.
import { availableParallelism } from 'node:os';

import { inLanes, readBaseline, type Suite } from './baseline';
import { mutantsOf, type Mutant } from './mutants';
import { namesIn, report, type Result } from './report';
import { Runner } from './runner';

const PROCESSES = Math.min(2, availableParallelism());

/** How long the other tests of a mutant may take. In a trial, 164 of 170 kills were quicker. */
const BUDGET_MS = 2_000;
/** A test that takes this much longer with a mutant hangs. */
const [HANGS_MS, HANGS_TIMES] = [1_000, 10];

/** Runs tests with a mutant. */
async function killersIn(suite: Suite, mutant: Mutant, runner: Runner): Promise<string[]> {
	const { file, tests, isOwn } = suite;
	const names = tests.map(({ name }) => name);
	const limitMs = HANGS_MS + HANGS_TIMES * Math.max(...tests.map(({ ms }) => ms));
	const job = { file, mutant: mutant.id, tests: names, stopsAtFailure: !isOwn, limitMs };
	const outcome = await runner.run(job);
	const failed = outcome?.tests.filter(({ isFailed }) => isFailed) ?? [];
	// If it hangs or fails as a whole, each test would notice.
	const isWhole = !outcome || (outcome.isFailed && failed.length === 0);
	return namesIn(file, isWhole ? tests : failed);
}

const msOf = ({ tests }: Suite) => tests.reduce((sum, { ms }) => sum + ms, 0);

const reaching = (suite: Suite, { id }: Mutant): Suite => ({
	...suite,
	tests: suite.load.has(id) ? suite.tests : suite.tests.filter(({ reached }) => reached.has(id)),
});

/** @param others are sorted: what kills comes first, because it is likely to kill the next one */
async function tryMutant(
	mutant: Mutant,
	own: Suite[],
	others: Suite[],
	runner: Runner,
): Promise<Result> {
	const killers: string[] = [];
	for (const suite of own) {
		const tested = reaching(suite, mutant);
		if (tested.tests.length > 0) killers.push(...(await killersIn(tested, mutant, runner)));
	}
	let leftMs = BUDGET_MS;
	let isTried = true;
	for (const suite of killers.length > 0 ? [] : [...others]) {
		const tested = reaching(suite, mutant);
		const ms = msOf(tested);
		if (ms > leftMs) isTried = false;
		if (ms > leftMs || tested.tests.length === 0) continue;
		leftMs -= ms;
		killers.push(...(await killersIn(tested, mutant, runner)));
		if (killers.length === 0) continue;
		others.unshift(...others.splice(others.indexOf(suite), 1));
		break;
	}
	return { mutant, killers, isTried };
}

async function run(places: string[]): Promise<string> {
	const { mutants, sources } = await mutantsOf(places);
	const runners = Array.from({ length: PROCESSES }, () => new Runner(sources));
	const { own, others, leftOut } = await readBaseline(places, runners);
	others.sort((one, other) => msOf(one) - msOf(other));
	const isAtLoad = ({ id }: Mutant) => [...own, ...others].some(({ load }) => load.has(id));
	const tried = mutants.filter((mutant) => !(mutant.isData && isAtLoad(mutant)));
	const results: Result[] = [];
	await inLanes(tried, runners, async (mutant, runner) => {
		results.push(await tryMutant(mutant, own, others, runner));
	});
	return report(results, own, leftOut);
}

const places = process.argv.slice(2);
run(places.length > 0 ? places : ['nodes', 'credentials']).then(
	(text) => {
		console.log(text);
		process.exit();
	},
	(error: Error) => {
		console.error(error.message);
		process.exit(1);
	},
);
