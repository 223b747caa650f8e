import { runExclusive } from '../../nodes/WorkspaceTaskService/time';

describe('runExclusive', () => {
	it('keeps the order even if a waiting call is cancelled', async () => {
		const ended: string[] = [];
		let endFirst = () => {};
		const first = runExclusive('key', async () => {
			await new Promise<void>((resolve) => (endFirst = resolve));
			ended.push('first');
		});
		const cancel = new AbortController();
		const second = runExclusive('key', async () => ended.push('second'), cancel.signal);
		cancel.abort(new Error('cancelled'));
		await expect(second).rejects.toThrow('cancelled');
		const third = runExclusive('key', async () => ended.push('third'));
		endFirst();
		await Promise.all([first, third]);
		expect(ended).toEqual(['first', 'third']);
	});
});
