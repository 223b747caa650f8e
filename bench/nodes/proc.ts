/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- development tool, never published */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/*
 * What Linux tells of a process. There is nothing of the kind elsewhere, and n8n itself cannot be
 * asked without putting code into it.
 */

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
/** Of the fields behind the name in parentheses, user and system time are these. */
const [UTIME, STIME] = [11, 12];

/** CPU time the process has used so far, all its threads together; told in steps of 10 ms. */
export function cpuMs(pid: number): number {
	return cpuTicks(readFileSync(`/proc/${pid}/stat`, 'utf8')) * (1_000 / TICKS_PER_SECOND);
}

/** The same of its main thread alone. */
export function mainThreadCpuMs(pid: number): number {
	const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
	return cpuTicks(stat) * (1_000 / TICKS_PER_SECOND);
}

/** @param stat a line of /proc/<pid>/stat; the name in it may hold spaces and parentheses */
export function cpuTicks(stat: string): number {
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return Number(fields[UTIME]) + Number(fields[STIME]);
}

/** The most memory that was resident at once since the last `forgetPeak`, in MB of 2^20 bytes. */
export function peakMemoryMb(pid: number): number {
	return memoryMb(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmHWM');
}

/** What is resident now. */
export function memoryNowMb(pid: number): number {
	return memoryMb(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS');
}

export function memoryMb(status: string, field: 'VmHWM' | 'VmRSS'): number {
	const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
	if (kilobytes === undefined) throw new Error(`Linux does not tell ${field}`);
	return Number(kilobytes) / 1_024;
}

/** Begins a new peak: 5 is the kernel's word for it. */
export function forgetPeak(pid: number): void {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
