/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Hits } from './active';

export interface Job {
	file: string;
	mutant?: string;
	/** By default all of the file. */
	tests?: string[];
	stopsAtFailure: boolean;
	/** Of one test. */
	limitMs: number;
	hitLimit?: number;
}

export interface TestRun {
	name: string;
	ms: number;
	isFailed: boolean;
}

export interface Outcome {
	tests: TestRun[];
	/** The file as a whole: it did not load, a hook failed, or the process ended. */
	isFailed: boolean;
	/** No test ended it. */
	hasHung: boolean;
	reached?: { static: Hits; perTest: Record<string, Hits> };
	reason?: string;
	/** Whether the process can run another file. */
	isUsable: boolean;
}

/** By its path: the tests may be in another folder than the tool. */
const TSX = pathToFileURL(require.resolve('tsx')).href;

/** Of a file with its hooks, in a new process on a busy machine. */
const LOAD_LIMIT_MS = 60_000;

/** For the time limit of the test itself to end it first. */
const GRACE_MS = 2_000;

const HEAP_MB = 1_500;

/** A process that runs one job at a time. A new one replaces it if it hangs, ends or grows. */
export class TestProcess {
	private child: ChildProcess | undefined;

	constructor(private readonly args: [root: string, mutated: string]) {}

	async run(job: Job): Promise<Outcome> {
		const child = (this.child ??= await this.start());
		const outcome = await outcomeOf(child, job);
		if (!outcome.isUsable) this.stop();
		return outcome;
	}

	stop() {
		this.child?.kill('SIGKILL');
		this.child = undefined;
	}

	/** Time counts from when it is ready: on a busy machine, it starts slowly. */
	private async start(): Promise<ChildProcess> {
		const child = fork(path.join(__dirname, 'worker.ts'), this.args, {
			cwd: this.args[0],
			// n8n-core writes its settings there, else into the home of the user.
			env: { ...process.env, N8N_USER_FOLDER: path.dirname(this.args[1]), N8N_LOG_LEVEL: 'silent' },
			execArgv: ['--import', TSX, `--max-old-space-size=${HEAP_MB}`],
			stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		});
		await new Promise((resolve, reject) => {
			child.once('message', resolve);
			child.once('exit', () => reject(new Error('The process for the tests did not start')));
		});
		child.removeAllListeners('exit');
		return child;
	}
}

/** The process says when a test starts: one that keeps it busy for too long is not heard of again. */
async function outcomeOf(child: ChildProcess, { limitMs, ...job }: Job): Promise<Outcome> {
	return await new Promise((resolve) => {
		const end = (hasHung: boolean) => {
			clearTimeout(timer);
			resolve({ tests: [], isFailed: true, hasHung, isUsable: false });
		};
		let timer = setTimeout(end, LOAD_LIMIT_MS, true);
		child.removeAllListeners('message').on('message', (message: Outcome | 'started') => {
			clearTimeout(timer);
			if (message === 'started') timer = setTimeout(end, limitMs + GRACE_MS, true);
			else resolve(message);
		});
		child.removeAllListeners('exit').once('exit', () => end(false));
		child.send({ ...job, limitMs });
	});
}
