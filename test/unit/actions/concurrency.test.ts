/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never published */
import { sleep } from 'n8n-workflow';
import { mapConcurrent } from '../../../nodes/WorkspaceTaskService/actions/concurrency';

/** Requests to which the test responds one by one. */
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

/** The next round of Node.js's event loop. */
const nextRound = async () => await new Promise(setImmediate);

describe('mapConcurrent', () => {
	let now = 0;
	beforeEach(() => jest.spyOn(Date, 'now').mockImplementation(() => now));
	afterEach(() => jest.restoreAllMocks());

	it.each([1, 3])('runs at most %d items at a time and starts them in order', async (limit) => {
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

	it.each([0, 2])('resolves if there are only %d items', async (count) => {
		const results = await mapConcurrent(count, 5, async (index) => index);
		expect(results).toEqual([...Array(count).keys()]);
	});

	it('returns results in item order, whichever item ends first', async () => {
		const { perform, respond } = service();
		const done = mapConcurrent(3, 3, perform);
		await nextRound();
		for (const index of [2, 0, 1]) await respond(index);
		expect(await done).toEqual([-0, -1, -2]);
	});

	it('starts the next item immediately if n8n had time for other work', async () => {
		let hasWaited = false;
		await mapConcurrent(3, 1, async () => {
			expect(hasWaited).toBe(false);
			await sleep(20);
			now += 20;
			hasWaited = false;
			setImmediate(() => (hasWaited = true));
		});
	});

	it('leaves n8n time for other work every few milliseconds', async () => {
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
