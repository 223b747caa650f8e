/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never published */
import { cpuMs, cpuTicks, forgetPeak, memoryMb, peakMemoryMb } from '../../../bench/nodes/proc';

describe('what Linux tells of a process', () => {
	it('finds the CPU time behind any name', () => {
		const stat = '42 (a (b) c) S 1 42 42 0 -1 4194560 100 0 0 0 700 50 0 0 20 0 11 0 100 1 1';
		expect(cpuTicks(stat)).toBe(750);
	});

	it('reads memory in MB', () => {
		const status = 'VmPeak:\t  999999 kB\nVmHWM:\t  204800 kB\nVmRSS:\t  102400 kB\n';
		expect(memoryMb(status, 'VmHWM')).toBe(200);
		expect(memoryMb(status, 'VmRSS')).toBe(100);
	});

	it('does not take silence for no memory', () => {
		expect(() => memoryMb('', 'VmHWM')).toThrow('VmHWM');
	});

	it('measures this very process', () => {
		const before = cpuMs(process.pid);
		const { user, system } = process.cpuUsage();
		while (process.cpuUsage().user < user + 50_000);
		expect(cpuMs(process.pid)).toBeGreaterThan(before);
		expect(cpuMs(process.pid)).toBeGreaterThan((user + system) / 2_000);
		forgetPeak(process.pid);
		expect(peakMemoryMb(process.pid)).toBeGreaterThan(1);
	});
});
