/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never published */
import {
	Alarm,
	systemClock,
	untilAborted,
	within,
} from '../../../nodes/WorkspaceTaskService/time/clock';

describe('a wait', () => {
	it.each([
		['before it starts', true],
		['while it lasts', false],
	])('ends with the reason of its signal %s', async (_name, isBefore) => {
		const end = new AbortController();
		const reason = new Error('canceled');
		if (isBefore) end.abort(reason);
		const wait = systemClock.wait(60_000, end.signal);
		end.abort(reason);
		await expect(wait).rejects.toBe(reason);
	});
});

describe('an alarm', () => {
	/** Of a clock that stands at 100 ms: how long each wait was asked for, and its end. */
	function startAlarm() {
		const waits: Array<{ ms: number; isEnded: () => boolean; end: () => void }> = [];
		let rings = 0;
		const wait = async (ms: number, signal?: AbortSignal) =>
			await new Promise<void>((resolve, reject) => {
				signal?.addEventListener('abort', reject);
				waits.push({ ms, isEnded: () => signal?.aborted === true, end: resolve });
			});
		const alarm = new Alarm({ now: () => 100, random: () => 0, wait }, () => (rings += 1));
		return { alarm, waits, rings: () => rings };
	}

	it('has one timer, which is set again for an earlier time only', () => {
		const { alarm, waits } = startAlarm();
		for (const at of [300, 400, 300, 200]) alarm.set(at);
		expect(waits.map(({ ms, isEnded }) => [ms, isEnded()])).toEqual([
			[200, true],
			[100, false],
		]);
	});

	it('rings once, and can be set again', async () => {
		const { alarm, waits, rings } = startAlarm();
		alarm.set(50);
		waits[0]?.end();
		await new Promise(setImmediate);
		expect([waits[0]?.ms, rings()]).toEqual([0, 1]);
		alarm.set(300);
		expect(waits[1]?.ms).toBe(200);
	});

	it('never rings after it was set to never', async () => {
		const { alarm, waits, rings } = startAlarm();
		alarm.set(Infinity);
		alarm.set(300);
		alarm.set(Infinity);
		expect(waits.map(({ isEnded }) => isEnded())).toEqual([true]);
		await new Promise(setImmediate);
		expect(rings()).toBe(0);
	});
});

describe('work with a signal', () => {
	it('is waited for until the signal ends the wait', async () => {
		const end = new AbortController();
		await expect(untilAborted(end.signal, Promise.resolve('done'))).resolves.toBe('done');
		const endless = untilAborted(end.signal, new Promise(() => {}));
		end.abort('canceled');
		await expect(endless).rejects.toBe('canceled');
		await expect(untilAborted(end.signal, 'done')).rejects.toBe('canceled');
	});
});

describe('work with a time limit', () => {
	it('gives its result, or nothing after the time', async () => {
		await expect(within(60_000, Promise.resolve('done'))).resolves.toBe('done');
		await expect(within(1, new Promise(() => {}))).resolves.toBeUndefined();
	});
});
