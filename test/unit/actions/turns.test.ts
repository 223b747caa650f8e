import { inTurns } from '../../../nodes/WorkspaceTaskService/actions/turns';

const indexesTo = (count: number) => [...Array(count).keys()];

/** Requests that are answered when the test says so. */
function service() {
	const answers: Array<() => void> = [];
	const begun: number[] = [];
	const perform = async (index: number): Promise<number> => {
		begun.push(index);
		await new Promise<void>((resolve) => (answers[index] = resolve));
		return index;
	};
	return { begun, perform, answer: (index: number) => answers[index]?.() };
}

/** Lets everything go on that waits for nothing but its turn. */
const settle = async () => await jest.runAllTimersAsync();

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('inTurns', () => {
	it.each([1, 3])('has %d under way at once, and reads as many ahead', async (concurrency) => {
		const { begun, perform, answer } = service();
		const read: number[] = [];
		const done = inTurns(indexesTo(10), concurrency, (index) => read.push(index), perform);
		await settle();
		expect(begun).toEqual(indexesTo(concurrency));
		expect(read).toEqual(indexesTo(2 * concurrency));
		answer(0);
		await settle();
		expect(begun).toEqual(indexesTo(concurrency + 1));
		expect(read).toEqual(indexesTo(2 * concurrency + 1));
		for (const index of indexesTo(10)) {
			answer(index);
			await settle();
		}
		expect(await done).toEqual(indexesTo(10));
	});

	it('tells what cannot be read in the turn of its item', async () => {
		const read = (index: number) => {
			if (index === 1) throw new Error('unreadable');
			return `entry ${index}`;
		};
		const entries = inTurns(indexesTo(3), 1, read, async (_, entry) => entry);
		await settle();
		expect(await entries).toEqual([
			{ status: 'fulfilled', value: 'entry 0' },
			{ status: 'rejected', reason: new Error('unreadable') },
			{ status: 'fulfilled', value: 'entry 2' },
		]);
	});

	it.each([
		['none', 0],
		['fewer than may be under way', 2],
	])('ends with %s', async (_, count) => {
		const done = inTurns(
			indexesTo(count),
			5,
			(index) => index,
			async (index) => -index,
		);
		await settle();
		expect(await done).toEqual(indexesTo(count).map((index) => -index));
	});

	it('gives the results in the order of the items, whichever was answered first', async () => {
		const { perform, answer } = service();
		const done = inTurns(indexesTo(3), 3, (index) => index, perform);
		for (const index of [2, 0, 1]) {
			await settle();
			answer(index);
		}
		expect(await done).toEqual([0, 1, 2]);
	});
});
