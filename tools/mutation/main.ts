// npm run test:mutation -- [file or folder...]
//
// Changes the published code in small ways, one at a time (mutants), and runs the tests that reach
// the change: all quick unit tests of these files, and if none notices, others until one does.
// Prints how many mutants were killed, those that live, and unit tests of these files that kill
// nothing that no other one of them kills.
import { readBaseline, type Suite, type Test } from './baseline';
import { mutantsOf, type Mutant } from './mutants';
import { progressOf, report, type Result } from './report';
import { inLanes, startRunners, type Runner } from './runner';

/** Mutants per line of progress. */
const PROGRESS_EVERY = 25;
/** How long the other tests of a mutant may take. */
const BUDGET_MS = 15_000;
/** A test that takes this much longer with a mutant hangs. */
const [HANGS_MS, HANGS_STEPS, HANGS_TIMES] = [1_000, 100_000, 10];

/** Runs tests, with a mutant or without one. @returns those that fail */
async function failing(file: string, tests: Test[], runner: Runner, mutant?: Mutant) {
	const outcome = await runner.run({
		file,
		mutant: mutant?.id,
		tests: tests.map(({ name }) => name),
		stopsAtFailure: tests.every(({ isOwn }) => !isOwn),
		limitMs: HANGS_MS + HANGS_TIMES * Math.max(...tests.map(({ ms }) => ms)),
		maxSteps: HANGS_STEPS + HANGS_TIMES * Math.max(...tests.map(({ steps }) => steps)),
	});
	const failed = outcome?.tests.filter(({ isFailed }) => isFailed).map(({ name }) => name) ?? [];
	// If it hangs or fails as a whole, each test would notice.
	const isWhole = !outcome || (outcome.isFailed && failed.length === 0);
	return isWhole ? tests : tests.filter(({ name }) => failed.includes(name));
}

/** The first time that a test fails, it must pass again without a mutant. */
async function killersIn(suite: Suite, tests: Test[], mutant: Mutant, runner: Runner) {
	if (tests.length === 0) return [];
	const failed = await failing(suite.file, tests, runner, mutant);
	const doubted = failed.filter(({ isReliable }) => !isReliable);
	const unreliable = doubted.length > 0 ? await failing(suite.file, doubted, runner) : [];
	for (const test of doubted) test.isReliable = !unreliable.includes(test);
	suite.tests = suite.tests.filter((test) => !unreliable.includes(test));
	return failed.filter((test) => !unreliable.includes(test));
}

/**
 * Finds the tests of a suite that may notice a mutant: those that reach it, or what is inside it, such as
 * the body of a function. What is only evaluated when a file is loaded may be noticed by all of them.
 */
function searchFor({ id, file, start, end }: Mutant, mutants: Mutant[], atLoad: Set<string>) {
	const later = mutants.filter((other) => other.file === file && !atLoad.has(other.id));
	const inside = later.filter((other) => other.start >= start && other.end <= end);
	const places = [id, ...inside.map((other) => other.id)];
	const isReached = ({ reached }: Test) => places.some((place) => reached.has(place));
	return ({ tests, load }: Suite) => {
		if (!atLoad.has(id) || inside.length > 0) return tests.filter(isReached);
		return load.includes(id) || tests.some(isReached) ? tests : [];
	};
}

/** @param suites what kills comes first, because it is likely to kill the next mutant */
async function tryMutant(
	mutant: Mutant,
	reaching: (suite: Suite) => Test[],
	suites: Suite[],
	runner: Runner,
): Promise<Result> {
	const killers: Test[] = [];
	const order = [...suites];
	for (const suite of order) {
		const tests = reaching(suite).filter(({ isOwn }) => isOwn);
		killers.push(...(await killersIn(suite, tests, mutant, runner)));
	}
	let isTried = true;
	let leftMs = BUDGET_MS;
	for (const suite of killers.length > 0 ? [] : order) {
		const others = reaching(suite).filter(({ isOwn }) => !isOwn);
		others.sort((one, other) => one.ms - other.ms);
		const tests: Test[] = [];
		for (const test of others) {
			if (test.ms > leftMs) break;
			leftMs -= test.ms;
			tests.push(test);
		}
		if (tests.length < others.length) isTried = false;
		killers.push(...(await killersIn(suite, tests, mutant, runner)));
		if (killers.length === 0) continue;
		suites.unshift(...suites.splice(suites.indexOf(suite), 1));
		break;
	}
	return { mutant, killers, isTried };
}

async function run(places: string[]): Promise<string> {
	const { mutants, sources } = await mutantsOf(places);
	const runners = startRunners(sources);
	const suites = await readBaseline(places, runners);
	const atLoad = new Set(suites.flatMap(({ load }) => load));
	const tried = mutants.filter(({ isData, id }) => !isData || !atLoad.has(id));
	const results: Result[] = [];
	console.error(`${tried.length} mutants, ${suites.length} files of tests`);
	await inLanes(tried, runners, async (mutant, runner) => {
		const reaching = searchFor(mutant, mutants, atLoad);
		results.push(await tryMutant(mutant, reaching, suites, runner));
		if (results.length % PROGRESS_EVERY === 0) console.error(progressOf(results, tried.length));
	});
	return report(results, suites);
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
