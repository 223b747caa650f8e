/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never published */
import { sleep } from 'n8n-workflow';
import { mapConcurrent } from '../../../nodes/WorkspaceTaskService/actions/concurrency';

/** Requests that get their responses when the test says so. */
function service() {
	const responses: Array<() => void> = [];
	const begun: number[] = [];
	const perform = async (index: number): Promise<number> => {
		begun.push(index);
		await new Promise<void>((resolve) => (responses[index] = resolve));
		return -index;
	};
	const respond = async (index: number) => {
		responses[index]?.();
		await nextRound();
	};
	return { begun, perform, respond };
}

/** Of Node.js's event loop. */
const nextRound = async () => await new Promise(setImmediate);

describe('mapConcurrent', () => {
	let now = 0;
	beforeEach(() => jest.spyOn(Date, 'now').mockImplementation(() => now));
	afterEach(() => jest.restoreAllMocks());

	it.each([1, 3])('has at most %d in progress, and starts them in their order', async (limit) => {
		const { begun, perform, respond } = service();
		const done = mapConcurrent(10, limit, perform);
		const first = [...Array(limit).keys()];
		await nextRound();
		expect(begun).toEqual(first);
		await respond(0);
		expect(begun).toEqual([...first, limit]);
		for (let index = 1; index < 10; index++) await respond(index);
		expect(await done).toEqual([...Array(10).keys()].map((index) => -index));
	});

	it.each([0, 2])('ends with %d items and room for more', async (count) => {
		const results = await mapConcurrent(count, 5, async (index) => index);
		expect(results).toEqual([...Array(count).keys()]);
	});

	it('returns results in the order of the items, whichever ended first', async () => {
		const { perform, respond } = service();
		const done = mapConcurrent(3, 3, perform);
		await nextRound();
		for (const index of [2, 0, 1]) await respond(index);
		expect(await done).toEqual([-0, -1, -2]);
	});

	it('starts an item at once where n8n had time for something else', async () => {
		let hasWaited = false;
		await mapConcurrent(3, 1, async () => {
			expect(hasWaited).toBe(false);
			await sleep(20);
			now += 20;
			hasWaited = false;
			setImmediate(() => (hasWaited = true));
		});
	});

	it('lets n8n do something else every few milliseconds', async () => {
		const log: string[] = [];
		const done = mapConcurrent(12, 12, async (index) => {
			now += 1;
			log.push(`item ${index}`);
		});
		const others = setInterval(() => log.push('other'), 0);
		await done.finally(() => clearInterval(others));
		const pauses = log.join().split(/(?:,?other,?)+/);
		const longest = Math.max(...pauses.map((items) => items.split(',').length));
		expect(pauses.length).toBeGreaterThanOrEqual(2);
		expect(longest).toBeLessThanOrEqual(6);
	});
});
