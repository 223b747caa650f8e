/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Job, Outcome } from './worker';

/** By their paths: the tests may be in another folder than the tool. */
const TSX = pathToFileURL(require.resolve('tsx')).href;
const WORKER = path.join(__dirname, 'worker.ts');

/** Before the first test: it loads n8n, maybe on a busy machine. */
const START_MS = 30_000;

const HEAP_MB = 2_500;
/** Modules of earlier runs that something still refers to. */
const MAX_MEMORY = 1_500 * 1024 ** 2;

/** n8n-core writes its settings there, else into the home of the user. */
const home = mkdtempSync(path.join(tmpdir(), 'mutation-'));

const ending = new AbortController();
process.once('exit', () => {
	ending.abort();
	rmSync(home, { recursive: true, force: true });
});
// Unlike the default for a signal, `exit` ends the processes of the tests.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

/** A process that runs tests, replaced when it hangs, crashes or has grown. */
export class Runner {
	private child: ChildProcess | undefined;

	private settle: (outcome?: Outcome) => void = () => {};

	constructor(private readonly sources: Record<string, string>) {}

	/** @returns nothing if the process hung or crashed */
	async run(job: Job): Promise<Outcome | undefined> {
		const child = (this.child ??= this.start());
		const timer = setTimeout(() => child.kill('SIGKILL'), START_MS + 2 * job.limitMs);
		const outcome = await new Promise<Outcome | undefined>((resolve) => {
			this.settle = resolve;
			child.send({ ...job, file: path.resolve(job.file) });
		});
		clearTimeout(timer);
		if (!outcome || outcome.isStillRunning || outcome.memory > MAX_MEMORY) this.stop();
		return outcome;
	}

	stop(): void {
		this.child?.kill('SIGKILL');
		this.child = undefined;
	}

	private start(): ChildProcess {
		const child = fork(WORKER, {
			env: { ...process.env, N8N_USER_FOLDER: home, N8N_LOG_LEVEL: 'silent' },
			execArgv: ['--import', TSX, `--max-old-space-size=${HEAP_MB}`],
			stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
			signal: ending.signal,
			killSignal: 'SIGKILL',
		});
		child.on('message', (outcome: Outcome) => this.settle(outcome));
		child.once('exit', () => {
			if (this.child === child) this.settle();
		});
		child.send(this.sources);
		return child;
	}
}
