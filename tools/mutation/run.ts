/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';

import { instrument, type Mutant } from './instrument';
import { Matrix, type Result } from './matrix';
import { TestProcess } from './processes';
import { readTestFile, splitByCost, type LeftOut, type Suite, type TestFile } from './testFiles';

export interface Settings {
	root: string;
	/** Files and folders with the code to mutate, relative to `root`; by default all sources. */
	paths: string[];
	sources: string[];
	suites: Suite[];
	/** How the names of test files begin that no mutant is tried with. */
	leftOut: string[];
	/** Also mutants that nothing but loading a file reaches. */
	withLoad: boolean;
	/** Tries one mutant of so many. */
	every: number;
	/** What a test may take longer than without a mutant. */
	patienceMs: number;
	progress?: (text: string) => void;
}

export interface Report {
	results: Result[];
	/** Test files that belong to the mutated code, all of whose tests ran for each mutant. */
	judged: TestFile[];
	leftOut: LeftOut[];
}

const STEP = 200;

const PROCESSES = Math.min(2, availableParallelism());

function filesIn(root: string, name: string, pattern: string): string[] {
	const at = path.resolve(root, name);
	const files = statSync(at).isFile() ? [''] : globSync(pattern, { cwd: at });
	return files.map((file) => path.relative(root, path.join(at, file))).sort();
}

/** `test/unit/api/json.test.ts` is that of `nodes/…/api/json.ts`, and all of its folder that of `api`. */
function isJudged({ name, isFull }: TestFile, { root, paths }: Settings): boolean {
	if (!isFull || paths.length === 0) return isFull;
	const test = path.sep + path.join(...name.split(path.sep).slice(2)).replace(/\.test\.ts$/, '.ts');
	const folder = path.dirname(test);
	return paths.some((place) => {
		const sources = filesIn(root, place, '**/*.ts').map((source) => path.sep + source);
		const isWhole = !place.endsWith('.ts');
		return sources.some(
			(source) => source.endsWith(test) || (isWhole && path.dirname(source).endsWith(folder)),
		);
	});
}

/** Works on a list with all processes, in order. */
async function share<Entry, Answer>(
	entries: Entry[],
	processes: TestProcess[],
	work: (entry: Entry, process: TestProcess) => Promise<Answer>,
): Promise<Answer[]> {
	const answers: Answer[] = [];
	const rest = [...entries.entries()];
	const workOn = async (process: TestProcess) => {
		for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
			answers[next[0]] = await work(next[1], process);
		}
	};
	await Promise.all(processes.map(workOn));
	return answers;
}

async function readTests(settings: Settings, processes: TestProcess[]) {
	const { root, suites, leftOut, progress } = settings;
	const files = suites.flatMap(({ name, isFull }) =>
		filesIn(root, name, '**/*.test.ts').map((file) => ({ file, isFull })),
	);
	const kept = files.filter(({ file }) => !leftOut.some((start) => file.startsWith(start)));
	return await share(kept, processes, async ({ file, isFull }, process) => {
		const read = await readTestFile(root, file, isFull, process);
		progress?.(`  ${file}: ${read.file.tests.length} tests`);
		return read;
	});
}

async function tryAll(
	mutants: Mutant[],
	files: TestFile[],
	{ every, withLoad, patienceMs, progress }: Settings,
	processes: TestProcess[],
) {
	const tried = mutants.filter((_, index) => index % every === 0);
	const matrix = new Matrix(files, withLoad, patienceMs);
	const started = Date.now();
	let done = 0;
	return await share(tried, processes, async (mutant, process) => {
		const result = await matrix.try(mutant, process);
		done += 1;
		const seconds = ((Date.now() - started) / 1000).toFixed(0);
		if (done % STEP === 0) progress?.(`${done} of ${tried.length} mutants, ${seconds} s`);
		return result;
	});
}

/** Mutates, finds the tests that reach each mutant, and tries each with them. */
export async function run(settings: Settings): Promise<Report> {
	const { root, paths, progress } = settings;
	const folders = paths.length > 0 ? paths : settings.sources;
	const sources = folders.flatMap((name) => filesIn(root, name, '**/*.ts'));
	const { mutants, sources: mutated } = await instrument(root, sources);
	const folder = mkdtempSync(path.join(tmpdir(), 'mutation-'));
	const file = path.join(folder, 'sources.json');
	writeFileSync(file, JSON.stringify(mutated));
	const processes = Array.from({ length: PROCESSES }, () => new TestProcess([root, file]));
	const end = () => {
		for (const process of processes) process.stop();
		rmSync(folder, { recursive: true, force: true });
	};
	process.once('exit', end);
	try {
		progress?.(
			`${mutants.length} mutants in ${sources.length} files. First, the tests without them:`,
		);
		const read = await readTests(settings, processes);
		const files = read.flatMap(({ file }) => splitByCost(file));
		const results = await tryAll(mutants, files, settings, processes);
		// A sample says nothing about tests.
		const judged = settings.every > 1 ? [] : files.filter((one) => isJudged(one, settings));
		return { results, judged, leftOut: read.flatMap(({ leftOut }) => leftOut) };
	} finally {
		process.off('exit', end);
		end();
	}
}
