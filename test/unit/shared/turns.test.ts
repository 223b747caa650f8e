import { runInTurn } from '../../../nodes/WorkspaceTaskService/shared/turns';

const { signal } = new AbortController();

describe('work of one key', () => {
	it('keeps its order, also after work that fails', async () => {
		const ended: string[] = [];
		let endFirst = () => {};
		const first = runInTurn('key', async () => {
			await new Promise<void>((resolve) => (endFirst = resolve));
			ended.push('first');
			throw new Error('failed');
		}).catch(() => {});
		const second = runInTurn('key', async () => ended.push('second'));
		const other = runInTurn('other key', async () => ended.push('other'));
		await other;
		endFirst();
		await Promise.all([first, second]);
		expect(ended).toEqual(['other', 'first', 'second']);
	});

	it('waits for the first after the wait of another was cancelled in between', async () => {
		const sent: string[] = [];
		let endFirst = () => {};
		const first = runInTurn('turn', async () => {
			sent.push('first');
			await new Promise<void>((resolve) => (endFirst = resolve));
		});
		const cancel = new AbortController();
		const cancelled = runInTurn('turn', jest.fn(), cancel.signal);
		const next = runInTurn('turn', async () => sent.push('next'), signal);
		cancel.abort(new Error('cancelled'));
		await expect(cancelled).rejects.toThrow('cancelled');
		await new Promise(setImmediate);
		expect(sent).toEqual(['first']);
		endFirst();
		await Promise.all([first, next]);
		expect(sent).toEqual(['first', 'next']);
	});
});
