import type { Mutant } from './instrument';
import type { Job, Outcome, TestProcess } from './processes';
import type { TestFile } from './testFiles';

export interface Result {
	mutant: Mutant;
	status: 'killed' | 'live' | 'not reached' | 'at load';
	/** Tests as "file > name". */
	killers: string[];
	hasHung: boolean;
}

/** The tests of one file that reach a mutant. */
interface Reaching {
	file: TestFile;
	tests: string[];
	ms: number;
	slowestMs: number;
	hits: number;
	stopsAtFailure: boolean;
}

/** Time is for a machine that does other work too. */
const SLOWER = 10;
/** A loop of a mutant may take so many times as many turns. */
const MORE_HITS = 100;

/** A mutant that so many tests notice depends on none of them: the other files need not run. */
const ENOUGH = 20;

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** @param isAtLoad whether loading the file is enough to reach it in all tests */
function reachingIn(file: TestFile, { id }: Mutant, isAtLoad: boolean): Reaching[] {
	const [inHooks, inLoad] = [file.hooks[id] ?? 0, file.load[id] ?? 0];
	const isForAll = inHooks > 0 || (isAtLoad && inLoad > 0);
	const tests = file.tests.filter(({ hits }) => isForAll || (hits[id] ?? 0) > 0);
	if (tests.length === 0) return [];
	const reaching = {
		file,
		tests: tests.map(({ name }) => name),
		ms: sum(tests.map(({ ms }) => ms)),
		slowestMs: Math.max(...tests.map(({ ms }) => ms)),
		hits: sum(tests.map(({ hits }) => hits[id] ?? 0)) + inHooks + inLoad,
		// One killer is enough if tests are slow, or too many.
		stopsAtFailure: !file.isFull || isAtLoad,
	};
	return [reaching];
}

/** If a file fails or hangs as a whole, each of its tests would notice. */
function killersIn({ file, tests }: Reaching, outcome: Outcome): string[] {
	const failed = outcome.tests.filter(({ isFailed }) => isFailed).map(({ name }) => name);
	const isWhole = failed.length === 0 && (outcome.isFailed || outcome.hasHung);
	return (isWhole ? tests : failed).map((name) => `${file.name} > ${name}`);
}

/** Tries each mutant with the tests that reach it. */
export class Matrix {
	/** How many mutants of a source a test file killed: the best one is the first to try the next. */
	private readonly kills = new Map<string, number>();

	constructor(
		private readonly files: TestFile[],
		private readonly withLoad: boolean,
		private readonly patienceMs: number,
	) {}

	async try(mutant: Mutant, process: TestProcess): Promise<Result> {
		const inTests = this.files.flatMap((file) => reachingIn(file, mutant, false));
		if (inTests.length > 0) return await this.tryWith(inTests, mutant, process);
		const atLoad = this.files.flatMap((file) => reachingIn(file, mutant, true));
		if (atLoad.length > 0 && this.withLoad) return await this.tryWith(atLoad, mutant, process);
		const status = atLoad.length > 0 ? 'at load' : 'not reached';
		return { mutant, status, killers: [], hasHung: false };
	}

	private async tryWith(all: Reaching[], mutant: Mutant, process: TestProcess): Promise<Result> {
		const killers: string[] = [];
		for (const next of this.inOrder(mutant, all)) {
			if (killers.length >= (next.stopsAtFailure ? 1 : ENOUGH)) break;
			const outcome = await process.run(this.jobFor(mutant, next));
			const more = killersIn(next, outcome);
			if (more.length > 0) this.count(mutant, next.file);
			killers.push(...more);
			// Each further file would cost a process too.
			if (outcome.hasHung) return { mutant, status: 'killed', killers, hasHung: true };
		}
		return { mutant, status: killers.length > 0 ? 'killed' : 'live', killers, hasHung: false };
	}

	private jobFor({ id }: Mutant, { file, tests, slowestMs, hits, stopsAtFailure }: Reaching): Job {
		return {
			file: file.path,
			mutant: id,
			tests,
			stopsAtFailure,
			limitMs: this.patienceMs + SLOWER * slowestMs,
			hitLimit: MORE_HITS * (hits + 1),
		};
	}

	private inOrder({ file: source }: Mutant, all: Reaching[]): Reaching[] {
		const cost = ({ file, ms }: Reaching) =>
			(ms + 1) / (1 + (this.kills.get(`${source} ${file.path}`) ?? 0));
		const level = ({ file }: Reaching) => (file.isFull ? 0 : 1);
		return all.sort((one, other) => level(one) - level(other) || cost(one) - cost(other));
	}

	private count({ file: source }: Mutant, { path }: TestFile) {
		const key = `${source} ${path}`;
		this.kills.set(key, (this.kills.get(key) ?? 0) + 1);
	}
}
