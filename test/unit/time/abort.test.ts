import { untilAborted, within } from '../../../nodes/WorkspaceTaskService/time/abort';

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
