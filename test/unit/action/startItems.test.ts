import { getEventListeners } from 'events';

import {
	startItemsInOrder,
	type StartedItem,
} from '../../../nodes/WorkspaceTaskService/action/startItems';
import { systemClock } from '../../../nodes/WorkspaceTaskService/shared/clock';

const optionsFor = (concurrency = 50, { signal } = new AbortController()) => ({
	concurrency,
	signal,
});
const settled = async () => await new Promise(setImmediate);

describe('startItemsInOrder', () => {
	let now = 0;
	beforeEach(() => jest.spyOn(systemClock, 'now').mockImplementation(() => now));
	afterEach(() => jest.restoreAllMocks());

	it('starts and returns the items in their order, and starts 1,000 at a time', async () => {
		const started: number[] = [];
		const ends = new Map<number, () => void>();
		const all = startItemsInOrder(
			1_003,
			async ({ index }) => {
				started.push(index);
				await new Promise<void>((resolve) => ends.set(index, resolve));
				return index;
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
		expect(await all).toEqual([...Array(1_003).keys()]);
	});

	it('starts one after the other with Concurrency 1, unless one was refused often', async () => {
		const items: StartedItem[] = [];
		const ends: Array<() => void> = [];
		const perform = async (item: StartedItem) => {
			items.push(item);
			await new Promise<void>((resolve) => (ends[item.index] = resolve));
		};
		const startedAfter = async (action?: () => void) => {
			action?.();
			await settled();
			return items.length;
		};
		const all = startItemsInOrder(4, perform, optionsFor(1));
		expect(await startedAfter()).toBe(1);
		expect(await startedAfter(ends[0])).toBe(2);
		expect(await startedAfter(items[1]?.letNextPass)).toBe(3);
		expect(await startedAfter(ends[1])).toBe(3);
		expect(await startedAfter(ends[2])).toBe(4);
		ends[3]?.();
		await all;
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
		await startItemsInOrder(3, async () => {}, optionsFor(50, { signal } as AbortController));
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
			},
			optionsFor(),
		);
		expect(pausedAfter).toEqual([5, 10]);
	});
});
