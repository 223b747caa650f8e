/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- development tool, never published */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

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
