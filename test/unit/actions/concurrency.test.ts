/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a test, never published */
import { mapConcurrent } from '../../../nodes/WorkspaceTaskService/actions/concurrency';

/** Requests that are answered when the test says so. */
function service() {
	const answers: Array<() => void> = [];
	const begun: number[] = [];
	const perform = async (index: number): Promise<number> => {
		begun.push(index);
		await new Promise<void>((resolve) => (answers[index] = resolve));
		return -index;
	};
	const answer = async (index: number) => {
		answers[index]?.();
		await new Promise(setImmediate);
	};
	return { begun, perform, answer };
}

describe('mapConcurrent', () => {
	it.each([1, 3])('has at most %d in progress, and starts them in their order', async (limit) => {
		const { begun, perform, answer } = service();
		const done = mapConcurrent(10, limit, perform);
		const first = [...Array(limit).keys()];
		expect(begun).toEqual(first);
		await answer(0);
		expect(begun).toEqual([...first, limit]);
		for (let index = 1; index < 10; index++) await answer(index);
		expect(await done).toEqual([...Array(10).keys()].map((index) => -index));
	});

	it.each([0, 2])('ends with %d items and room for more', async (count) => {
		const results = await mapConcurrent(count, 5, async (index) => index);
		expect(results).toEqual([...Array(count).keys()]);
	});

	it('returns results in the order of the items, whichever ended first', async () => {
		const { perform, answer } = service();
		const done = mapConcurrent(3, 3, perform);
		for (const index of [2, 0, 1]) await answer(index);
		expect(await done).toEqual([-0, -1, -2]);
	});
});
