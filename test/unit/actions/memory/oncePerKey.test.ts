/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never published */
import type { IExecuteFunctions } from 'n8n-workflow';

import { createOnce } from '../../../../nodes/WorkspaceTaskService/actions/memory/oncePerKey';

/** n8n's record of keys; each write waits until the test lets it end. */
function contextOf() {
	const writes: string[][] = [];
	const ends: Array<() => void> = [];
	const helpers = {
		async checkProcessedAndRecord(keys: string[]) {
			writes.push(keys);
			await new Promise<void>((resolve) => ends.push(resolve));
			return { new: keys, processed: keys.filter((key) => key === 'old') };
		},
	};
	const node = { getWorkflow: () => ({ id: 'w' }), getNode: () => ({ id: 'n' }) };
	const context = { ...node, helpers } as unknown as IExecuteFunctions;
	const endWrite = async () => {
		ends.shift()?.();
		await new Promise(setImmediate);
	};
	return { context, writes, endWrite };
}

describe('createOnce', () => {
	it('records keys that wait for a write together, and creates for each that is new', async () => {
		const { context, writes, endWrite } = contextOf();
		const create = async (key: string) =>
			await createOnce(
				context,
				key,
				async () => `${key} created`,
				() => true,
				new AbortController().signal,
			);
		const first = create('a');
		await new Promise(setImmediate);
		const others = ['b', 'old', 'c'].map(create);
		await endWrite();
		expect(await first).toBe('a created');
		await endWrite();
		expect(await Promise.all(others)).toEqual(['b created', undefined, 'c created']);
		expect(writes).toEqual([['a'], ['b', 'old', 'c']]);
	});
});
