/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never published */
import type { IExecuteFunctions } from 'n8n-workflow';

import { oncePerKey } from '../../../../nodes/WorkspaceTaskService/actions/memory/oncePerKey';
import type { Outcome } from '../../../../nodes/WorkspaceTaskService/transport/outcome';

const response = { status: 201, headers: {}, text: '', at: 0 };
const DONE: Outcome = { kind: 'done', response, body: {} };
const REFUSED: Outcome = { kind: 'refused', response };
const { signal } = new AbortController();
let nodes = 0;

/** n8n's list of keys; each write waits for `endWrite`. */
function contextOf(recorded: string[] = []) {
	const writes: string[][] = [];
	const removals: string[][] = [];
	const ends: Array<() => void> = [];
	const wait = async () => await new Promise<void>((resolve) => ends.push(resolve));
	const helpers = {
		async checkProcessedAndRecord(keys: string[]) {
			writes.push([...keys]);
			await wait();
			const processed = keys.filter((key) => recorded.includes(key));
			recorded.push(...keys);
			return { new: [], processed };
		},
		async removeProcessed(keys: string[]) {
			removals.push([...keys]);
			await wait();
			recorded = recorded.filter((key) => !keys.includes(key));
		},
	};
	const id = `n${++nodes}`;
	const node = { getWorkflow: () => ({ id: 'w' }), getNode: () => ({ id }) };
	const context = { ...node, helpers } as unknown as IExecuteFunctions;
	const endWrite = async () => {
		ends.shift()?.();
		await new Promise(setImmediate);
	};
	const send = async (onceKey: string, outcome = DONE) => {
		const plan = { method: 'POST', key: onceKey } as const;
		return await oncePerKey(context, plan, signal)(async () => outcome)();
	};
	return { writes, removals, endWrite, send, keys: () => recorded };
}

describe('oncePerKey', () => {
	it('records waiting keys in one write and creates once for each new key', async () => {
		const { writes, endWrite, send } = contextOf(['old', 'created old']);
		const first = send('a');
		await new Promise(setImmediate);
		const others = ['b', 'old', 'c'].map(async (key) => await send(key));
		for (let writing = 0; writing < 6; writing++) await endWrite();
		expect((await first).kind).toBe('done');
		const outcomes = await Promise.all(others);
		expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'skipped', 'done']);
		expect(writes.slice(0, 2)).toEqual([['a'], ['b', 'old', 'c']]);
	});

	it('releases the keys of refused items in one write', async () => {
		const { removals, endWrite, send, keys } = contextOf();
		const items = ['a', 'b', 'c'].map(async (key) => await send(key, REFUSED));
		for (let writing = 0; writing < 4; writing++) await endWrite();
		await Promise.all(items);
		expect(removals).toEqual([['a', 'b', 'c']]);
		expect(keys()).toEqual([]);
	});

	it.each([
		['was created', ['a', 'created a'], true],
		['may have been created', ['a'], false],
	])('reports whether a skipped item %s', async (_, recorded, isCertain) => {
		const { endWrite, send, keys } = contextOf([...recorded]);
		const item = send('a');
		for (let writing = 0; writing < 4; writing++) await endWrite();
		expect(await item).toEqual({ kind: 'skipped', isCertain });
		expect(new Set(keys())).toEqual(new Set(recorded));
	});
});
