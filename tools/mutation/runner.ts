import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Job, Outcome } from './worker';

/** By their paths: the tests may be in another folder than the tool. */
const TSX = pathToFileURL(require.resolve('tsx')).href;
const WORKER = path.join(__dirname, 'worker.ts');

const PROCESSES = Math.min(2, availableParallelism());

/** Until the process has started and loaded the file: with n8n, on a busy machine. */
const START_MS = 60_000;

const HEAP_MB = 1_500;
/** Modules of earlier runs that something still refers to. */
const MAX_MEMORY = 1_200 * 1024 ** 2;

/** n8n-core writes its settings there, else into the home of the user: a folder for each process. */
const FOLDERS = mkdtempSync(path.join(tmpdir(), 'mutation-'));
process.once('exit', () => rmSync(FOLDERS, { recursive: true, force: true }));

/** A process that runs tests, replaced when it hangs, crashes or has grown. */
export class Runner {
	private child: ChildProcess | undefined;

	private onMessage: (message?: Outcome | number) => void = () => {};

	constructor(private readonly sources: Record<string, string>) {}

	/** @returns nothing if the process hung or crashed */
	async run(job: Job): Promise<Outcome | undefined> {
		const child = (this.child ??= this.start());
		let timer: NodeJS.Timeout | undefined;
		const outcome = await new Promise<Outcome | undefined>((resolve) => {
			this.onMessage = (message) => {
				clearTimeout(timer);
				if (typeof message !== 'number') resolve(message);
				else timer = setTimeout(() => child.kill('SIGKILL'), message);
			};
			this.onMessage(START_MS);
			child.send({ ...job, file: path.resolve(job.file) });
		});
		if (!outcome || outcome.memory > MAX_MEMORY) this.child = undefined;
		if (this.child === undefined) child.kill('SIGKILL');
		return outcome;
	}

	private start(): ChildProcess {
		const N8N_USER_FOLDER = path.join(FOLDERS, crypto.randomUUID());
		const child = fork(WORKER, {
			env: { ...process.env, N8N_USER_FOLDER, N8N_LOG_LEVEL: 'silent' },
			// Mutants cause thousands of warnings.
			execArgv: ['--import', TSX, '--no-warnings', `--max-old-space-size=${HEAP_MB}`],
			stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		});
		child.on('message', (message: Outcome | number) => {
			if (this.child === child) this.onMessage(message);
		});
		child.once('exit', () => {
			if (this.child !== child) return;
			this.child = undefined;
			this.onMessage();
		});
		child.send(this.sources);
		return child;
	}
}

export const startRunners = (sources: Record<string, string>) =>
	Array.from({ length: PROCESSES }, () => new Runner(sources));

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
