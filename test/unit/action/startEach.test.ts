import { getEventListeners } from 'events';

import {
	startItemsInOrder,
	type StartedItem,
} from '../../../nodes/WorkspaceTaskService/action/startEach';
import type { Result } from '../../../nodes/WorkspaceTaskService/action/results';
import { systemClock } from '../../../nodes/WorkspaceTaskService/shared/clock';

const done = (): Result => ({ kind: 'done', items: [] });
const optionsFor = (concurrency = 50, { signal } = new AbortController()) => ({
	concurrency,
	signal,
});
const settled = async () => await new Promise(setImmediate);

describe('startItemsInOrder', () => {
	let now = 0;
	beforeEach(() => jest.spyOn(systemClock, 'now').mockImplementation(() => now));
	afterEach(() => jest.restoreAllMocks());

	it('starts the items in their order, and 1,000 at a time', async () => {
		const started: number[] = [];
		const ends = new Map<number, () => void>();
		const all = startItemsInOrder(
			1_003,
			async ({ index }) => {
				started.push(index);
				await new Promise<void>((resolve) => ends.set(index, resolve));
				return done();
			},
			optionsFor(),
		);
		await settled();
		expect(started).toEqual([...Array(1_000).keys()]);
		for (const index of [500, 7]) ends.get(index)?.();
		await settled();
		expect(started.slice(1_000)).toEqual([1_000, 1_001]);
		ends.get(1_000)?.();
		await settled();
		for (const end of ends.values()) end();
		expect(await all).toHaveLength(1_003);
	});

	it('returns the results in the order of the items, whichever ends first', async () => {
		const ends: Array<() => void> = [];
		const results = [done(), done(), done()];
		const all = startItemsInOrder(
			3,
			async ({ index }) => {
				await new Promise<void>((resolve) => (ends[index] = resolve));
				return results[index] ?? done();
			},
			optionsFor(),
		);
		await settled();
		for (const index of [2, 0, 1]) ends[index]?.();
		for (const [index, result] of (await all).entries()) expect(result).toBe(results[index]);
	});

	it('starts one after the other with Concurrency 1, unless one was refused often', async () => {
		const items: StartedItem[] = [];
		const started: number[] = [];
		const ends: Array<() => void> = [];
		const perform = async (item: StartedItem) => {
			const { index } = item;
			items.push(item);
			started.push(index);
			await new Promise<void>((resolve) => (ends[index] = resolve));
			return done();
		};
		const all = startItemsInOrder(4, perform, optionsFor(1));
		await settled();
		expect(started).toEqual([0]);
		ends[0]?.();
		await settled();
		expect(started).toEqual([0, 1]);
		items[1]?.letNextPass();
		await settled();
		expect(started).toEqual([0, 1, 2]);
		ends[1]?.();
		await settled();
		expect(started).toEqual([0, 1, 2]);
		ends[2]?.();
		await settled();
		ends[3]?.();
		expect(await all).toHaveLength(4);
	});

	describe('ends the waits', () => {
		/** Four items, of which the second is still to be started. @returns why each may not wait */
		async function reasonsAfter(
			end: (items: StartedItem[], cancel: AbortController) => void,
		): Promise<unknown[]> {
			const items: StartedItem[] = [];
			const ends: Array<() => void> = [];
			const cancel = new AbortController();
			const all = startItemsInOrder(
				4,
				async (item) => {
					items.push(item);
					if (item.index === 3) end(items, cancel);
					await new Promise<void>((resolve) => ends.push(resolve));
					return done();
				},
				optionsFor(50, cancel),
			);
			await settled();
			for (const endItem of ends) endItem();
			await all;
			return items.map(({ signal }) => signal.reason as unknown);
		}

		it('of later items after an item that ended the run', async () => {
			const halt = expect.objectContaining({ message: 'An earlier item failed' });
			const reasons = await reasonsAfter((items) => {
				items[2]?.endRun();
				items[1]?.endRun();
				items[2]?.endRun();
			});
			expect(reasons).toEqual([undefined, undefined, halt, halt]);
		});

		it('of all items after a cancel', async () => {
			const reason = new Error('cancelled');
			const reasons = await reasonsAfter((_items, cancel) => cancel.abort(reason));
			expect(reasons).toEqual([reason, reason, reason, reason]);
		});

		it('of items that start later', async () => {
			const reason = new Error('cancelled');
			const cancel = new AbortController();
			cancel.abort(reason);
			const perform = async ({ signal }: StartedItem) => signal.reason as unknown;
			expect(await startItemsInOrder(2, perform, optionsFor(50, cancel))).toEqual([reason, reason]);
			const afterHalt = async ({ index, endRun, signal }: StartedItem) => {
				if (index === 0) endRun();
				return signal.aborted;
			};
			expect(await startItemsInOrder(3, afterHalt, optionsFor(1))).toEqual([false, true, true]);
		});
	});

	it('leaves nothing at the signal of the run', async () => {
		const { signal } = new AbortController();
		await startItemsInOrder(3, async () => done(), optionsFor(50, { signal } as AbortController));
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});

	it('leaves n8n time for other work every few milliseconds', async () => {
		let started = 0;
		const pausedAfter: number[] = [];
		const { setTimeout: pause } = globalThis;
		jest.spyOn(globalThis, 'setTimeout').mockImplementation(((
			...args: Parameters<typeof pause>
		) => {
			pausedAfter.push(started);
			return pause(...args);
		}) as typeof pause);
		await startItemsInOrder(
			12,
			async () => {
				now += 1;
				started += 1;
				return done();
			},
			optionsFor(),
		);
		expect(pausedAfter).toEqual([5, 10]);
	});
});
