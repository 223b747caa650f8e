/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { poll } from '../n8n/poll';

const READY_WITHIN_MS = 120_000;

export interface User {
	uid: number;
	gid: number;
}

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
	user?: User;
}

/** Undefined unless this process is root. */
export function systemUser(name: string): User | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const row = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm');
	const [, uid, gid] = row.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
	if (uid === undefined) throw new Error(`This runs as root, and there is no user ${name}.`);
	return { uid: Number(uid), gid: Number(gid) };
}

export function makeFolder(name: string, user?: User): string {
	const folder = mkdtempSync(path.join(tmpdir(), `n8n-${name}-`));
	if (user) chownSync(folder, user.uid, user.gid);
	return folder;
}

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

function identity(user?: User): string[] {
	if (user === undefined) return [];
	return ['--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups'];
}
