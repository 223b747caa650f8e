/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- development tool, never published */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod/v4';

const announcement = z.object({ url: z.url(), token: z.string() });

export interface ServerProcess extends z.infer<typeof announcement> {
	stop(): Promise<void>;
}

const END_WITH_PARENT =
	'data:text/javascript,process.once("disconnect",()=>process.exit());process.channel.unref()';

/** Once it listens, it prints one line of JSON with its `url` and `token`. */
export async function startService(): Promise<ServerProcess> {
	const script = path.join(__dirname, 'service.ts');
	const child = spawn(process.execPath, ['--import', END_WITH_PARENT, '--import', 'tsx', script], {
		stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
	});
	const exited = once(child, 'exit');
	const failed = exited.then(() => Promise.reject(new Error(`${script} did not start`)));
	const [line] = (await Promise.race([
		once(createInterface({ input: child.stdout as Readable }), 'line'),
		failed,
	])) as [string];
	const stop = async () => {
		child.kill('SIGKILL');
		await exited;
	};
	return { ...announcement.parse(JSON.parse(line)), stop };
}

/** CPU time of all threads so far, in steps of 10 ms. Linux only, like the functions below. */
export function cpuMs(pid: number): number {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// The process name before ") " may contain spaces.
	const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
	const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
	const [USER, SYSTEM] = [11, 12];
	return ((Number(fields[USER]) + Number(fields[SYSTEM])) / ticksPerSecond) * 1_000;
}

/** The peak resident memory since `resetPeakMemory`. */
export function peakMemoryMb(pid: number): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024);
}

export function resetPeakMemory(pid: number): void {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
