import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { poll } from '../../../tools/n8n/poll';

const READY_WITHIN_MS = 120_000;

/** PostgreSQL or Redis, in its own folder, which `stop` deletes. */
export interface Daemon {
	stop(): Promise<void>;
}

interface DaemonOptions {
	name: string;
	/** The program and its arguments. */
	command: string[];
	folder: string;
	isReady(): Promise<boolean>;
	/** Ends it at once. Its data may be lost. */
	signal: NodeJS.Signals;
	user?: string;
}

/** Of this process, or of a system user: PostgreSQL refuses to run as root. */
export function makeFolder(name: string, user?: string): string {
	const folder = mkdtempSync(path.join(tmpdir(), `n8n-${name}-`));
	if (user) execFileSync('chown', [`${user}:`, folder]);
	return folder;
}

/** Of setpriv. */
export const identity = (user?: string) =>
	user ? ['--reuid', user, '--regid', user, '--clear-groups'] : [];

/** The kernel ends it when this process ends, however that happens. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
	const { name, command, folder, signal, user, isReady } = options;
	const args = ['--pdeathsig', signal.replace('SIG', ''), ...identity(user), '--', ...command];
	const child = spawn('setpriv', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
	const exited = once(child, 'close');
	const removeFolder = () => rmSync(folder, { recursive: true, force: true });
	process.once('exit', removeFolder);
	const stop = async () => {
		child.kill(signal);
		await exited;
		process.off('exit', removeFolder);
		removeFolder();
	};
	const ready = await poll(async () => {
		if (child.exitCode !== null) return false;
		return (await isReady()) ? true : undefined;
	}, READY_WITHIN_MS);
	if (ready) return { stop };
	await stop();
	throw new Error(`${name} did not start:\n${output}`);
}
