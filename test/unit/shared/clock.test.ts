import {
	systemClock,
	awaitUnlessAborted,
	awaitAtMost,
} from '../../../nodes/WorkspaceTaskService/shared/clock';

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

	it('is never negative, which Node.js would warn about', async () => {
		const timer = jest.spyOn(globalThis, 'setTimeout');
		await systemClock.wait(-0.04);
		await systemClock.wait(-0.04, new AbortController().signal);
		expect(timer.mock.calls.map(([, ms]) => ms)).toEqual([0, 0]);
		timer.mockRestore();
	});
});

describe('work with a signal', () => {
	it('is waited for until the signal ends the wait', async () => {
		const end = new AbortController();
		await expect(awaitUnlessAborted(end.signal, Promise.resolve('done'))).resolves.toBe('done');
		const endless = awaitUnlessAborted(end.signal, new Promise(() => {}));
		end.abort('canceled');
		await expect(endless).rejects.toBe('canceled');
		await expect(awaitUnlessAborted(end.signal, 'done')).rejects.toBe('canceled');
	});
});

describe('work with a time limit', () => {
	it('gives its result, or nothing after the time', async () => {
		await expect(awaitAtMost(60_000, Promise.resolve('done'))).resolves.toBe('done');
		await expect(awaitAtMost(1, new Promise(() => {}))).resolves.toBeUndefined();
	});
});
