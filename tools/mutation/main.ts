/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, no-console -- development tool, never published */
// npm run test:mutation -- [file or folder...]
//
// Changes the published code in small ways, one at a time (mutants), and runs the tests that reach
// the change: all unit tests, then engine tests until one notices. Prints how many mutants were
// killed, those that live, and unit tests of these files that kill nothing that no other one kills.
// With MUTATION_SAMPLE=4 it tries every fourth mutant, which says nothing about single tests.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { mutantsOf, type Mutant } from './mutants';
import { report, type Result } from './report';
import type { Baseline, Message, Work } from './worker';

/** They do not test the published code, or too much of it at once to run for each mutant. */
const NO_TESTS = /^test\/(unit\/(tools|docs|deploy|world)|engine\/exactlyOnce)\b/;

const PROCESSES = Math.min(2, availableParallelism());
const SAMPLE = Number(process.env.MUTATION_SAMPLE ?? 1);

/** A process that does not start a test for so long hangs. */
const SILENT_MS = 60_000;

const HEAP_MB = 2_500;

/** By their paths: the tests may be in another folder than the tool. */
const TSX = pathToFileURL(require.resolve('tsx')).href;
const WORKER = path.join(__dirname, 'worker.ts');

/** n8n-core writes its settings there, else into the home of the user. */
const home = mkdtempSync(path.join(tmpdir(), 'mutation-'));

const children = new Set<ChildProcess>();

/** Ends with the process, which may hang, crash, or end because it has grown. */
async function runWorker(work: Work, listen: (message: Message) => void): Promise<void> {
	const child = fork(WORKER, {
		env: { ...process.env, N8N_USER_FOLDER: home, N8N_LOG_LEVEL: 'silent' },
		execArgv: ['--import', TSX, `--max-old-space-size=${HEAP_MB}`],
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	children.add(child);
	const timer = setTimeout(() => child.kill('SIGKILL'), SILENT_MS);
	child.on('message', (message: Message) => {
		timer.refresh();
		listen(message);
	});
	child.send(work);
	await once(child, 'exit');
	clearTimeout(timer);
	children.delete(child);
}

/** What the tests reach, thorough ones first. */
async function readBaseline(places: string[]): Promise<Baseline> {
	const files = globSync('test/{unit,engine}/**/*.test.ts').filter((file) => !NO_TESTS.test(file));
	const read: Baseline[] = [];
	for (let before = -1; read.length < files.length && read.length > before;) {
		before = read.length;
		const work = { places, files: files.slice(before), groups: [], next: 0, step: 1 };
		await runWorker(work, (message) => {
			if ('read' in message) read.push(message.read);
		});
	}
	const stuck = files[read.length];
	if (stuck !== undefined) throw new Error(`${stuck} hangs or crashes without a mutant`);
	const groups = read.flatMap((one) => one.groups);
	groups.sort((one, other) => Number(other.isThorough) - Number(one.isThorough));
	return { groups, leftOut: read.flatMap(({ leftOut }) => leftOut) };
}

/** In one process after the other. */
async function tryMutants(work: Work, mutants: Mutant[]): Promise<Result[]> {
	const results: Result[] = [];
	const next = () => work.next + results.length * work.step;
	for (let before = -1; next() < mutants.length && next() > before;) {
		before = next();
		let atRisk: string[] | undefined;
		await runWorker({ ...work, next: next() }, (message) => {
			if ('atRisk' in message) atRisk = message.atRisk;
			if (!('result' in message)) return;
			results.push(message.result);
			atRisk = undefined;
		});
		// It hung: the tests that were running would notice.
		const mutant = mutants[next()];
		if (atRisk && mutant) results.push({ mutant, killers: atRisk, isAtLoad: false });
	}
	return results;
}

/** `test/unit` mirrors the sources. */
const testsOf = (place: string) =>
	path.join('test/unit', place.replace(/^nodes(\/WorkspaceTaskService)?\/?|\.ts$/g, ''));

async function run(places: string[]): Promise<string> {
	const { mutants } = await mutantsOf(places);
	const baseline = await readBaseline(places);
	const lanes = Array.from({ length: PROCESSES }, async (_, index) => {
		const [next, step] = [index * SAMPLE, PROCESSES * SAMPLE];
		const { groups } = baseline;
		return await tryMutants({ places, files: [], groups, next, step }, mutants);
	});
	const results = (await Promise.all(lanes)).flat();
	const own = baseline.groups
		.filter(({ isThorough }) => isThorough && SAMPLE === 1)
		.filter(({ file }) => places.some((place) => file.startsWith(testsOf(place))))
		.flatMap(({ file, tests }) => tests.map(({ name }) => `${file} > ${name}`));
	return report(results, own, baseline.leftOut);
}

process.once('exit', () => {
	for (const child of children) child.kill('SIGKILL');
	rmSync(home, { recursive: true, force: true });
});
// Unlike the default for a signal, `exit` ends the processes of the tests.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

const places = process.argv.slice(2);
run(places.length > 0 ? places : ['nodes', 'credentials']).then(console.log, (error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
