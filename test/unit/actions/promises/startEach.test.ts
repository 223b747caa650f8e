/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never published */
import { startEach } from '../../../../nodes/WorkspaceTaskService/actions/promises/startEach';
import type { Result } from '../../../../nodes/WorkspaceTaskService/actions/item';
import { systemClock } from '../../../../nodes/WorkspaceTaskService/time/clock';

const done = (): Result => ({ kind: 'done', items: [], hasEffect: true });
const queueOf = (concurrency = 50) => ({
	concurrency,
	onOftenRefused: undefined as ((item: number) => void) | undefined,
});
const settled = async () => await new Promise(setImmediate);

describe('startEach', () => {
	let now = 0;
	beforeEach(() => jest.spyOn(systemClock, 'now').mockImplementation(() => now));
	afterEach(() => jest.restoreAllMocks());

	it('starts the items in their order, and 1,000 at a time', async () => {
		const started: number[] = [];
		const ends = new Map<number, () => void>();
		const all = startEach(
			1_003,
			async (index) => {
				started.push(index);
				await new Promise<void>((resolve) => ends.set(index, resolve));
				return done();
			},
			queueOf(),
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
		const all = startEach(
			3,
			async (index) => {
				await new Promise<void>((resolve) => (ends[index] = resolve));
				return results[index] ?? done();
			},
			queueOf(),
		);
		await settled();
		for (const index of [2, 0, 1]) ends[index]?.();
		for (const [index, result] of (await all).entries()) expect(result).toBe(results[index]);
	});

	it('starts one after the other with Concurrency 1, unless one was refused often', async () => {
		const queue = queueOf(1);
		const started: number[] = [];
		const ends: Array<() => void> = [];
		const perform = async (index: number) => {
			started.push(index);
			await new Promise<void>((resolve) => (ends[index] = resolve));
			return done();
		};
		const all = startEach(4, perform, queue);
		await settled();
		expect(started).toEqual([0]);
		ends[0]?.();
		await settled();
		expect(started).toEqual([0, 1]);
		queue.onOftenRefused?.(1);
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
		await startEach(
			12,
			async () => {
				now += 1;
				started += 1;
				return done();
			},
			queueOf(),
		);
		expect(pausedAfter).toEqual([5, 10]);
	});
});
