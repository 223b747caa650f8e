import { runExclusive } from '../../../../nodes/WorkspaceTaskService/actions/steps/exclusive';

describe('runExclusive', () => {
	it('keeps the order, also after work that fails', async () => {
		const ended: string[] = [];
		let endFirst = () => {};
		const first = runExclusive('key', async () => {
			await new Promise<void>((resolve) => (endFirst = resolve));
			ended.push('first');
			throw new Error('failed');
		}).catch(() => {});
		const second = runExclusive('key', async () => ended.push('second'));
		const other = runExclusive('other key', async () => ended.push('other'));
		await other;
		endFirst();
		await Promise.all([first, second]);
		expect(ended).toEqual(['other', 'first', 'second']);
	});
});
