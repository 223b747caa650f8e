/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { poll } from './poll';

const READY_WITHIN_MS = 30_000;

export interface User {
	uid: number;
	gid: number;
}

/** A server that is not n8n, in a folder of its own that goes with it. */
export interface Daemon {
	stop(): Promise<void>;
}

export interface DaemonOptions {
	name: string;
	/** The program and its arguments. */
	words: string[];
	folder: string;
	/** Written to its standard input: a secret does not belong among the arguments. */
	input?: string;
	isReady(): Promise<boolean>;
	/** Ends it at once, without caring for its data. */
	signal: NodeJS.Signals;
	user?: User;
}

/** The user named so, when this process may become it; else undefined. */
export function userToBecome(name: string): User | undefined {
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

/** Starts it so that the kernel ends it when this process is gone for whatever reason. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
	const { name, words, folder, input, signal, user, isReady } = options;
	const bound = ['--pdeathsig', signal.replace('SIG', ''), ...identity(user), '--', ...words];
	const child = spawn('setpriv', bound, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
	let said = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
	child.stdin.end(input);
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
	throw new Error(`${name} did not start:\n${said}`);
}

function identity(user?: User): string[] {
	if (user === undefined) return [];
	return ['--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups'];
}
