/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development tool, never published */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod/v4';

const announcement = z.object({ url: z.url(), token: z.string().default('') });
const cpuUsage = z.object({ user: z.number(), system: z.number() });

/** A server in a process of its own. */
export interface Server {
	url: string;
	token: string;
	/** CPU time that its process has used, in microseconds. */
	cpu(): Promise<number>;
	stop(): Promise<void>;
}

/** Starts `script`, which prints one line of JSON with its `url` (and `token`) when it listens. */
export async function startServer(script: string, ...options: string[]): Promise<Server> {
	const meter = path.join(__dirname, 'meter.cjs');
	const words = ['--require', meter, '--import', 'tsx', script, ...options];
	const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
	const closed = once(child, 'close');
	const line = await Promise.race([
		firstLine(child.stdout),
		closed.then(() => Promise.reject(new Error(`${script} did not start`))),
	]);
	const cpu = async () => {
		const answer = once(child, 'message');
		child.send('cpu');
		const { user, system } = cpuUsage.parse((await answer)[0]);
		return user + system;
	};
	const stop = async () => {
		child.kill('SIGTERM');
		await closed;
	};
	return { ...announcement.parse(JSON.parse(line)), cpu, stop };
}

async function firstLine(output: Readable | null): Promise<string> {
	const lines = createInterface({ input: output ?? process.stdin });
	return String((await once(lines, 'line'))[0]);
}
