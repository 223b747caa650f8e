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

/** Runs everything that only waits for its turn. */
const settle = async () => await jest.runAllTimersAsync();

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('inTurns', () => {
	it.each([1, 3])('keeps %d in flight and reads as many ahead', async (concurrency) => {
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

	it('reports what cannot be read as the failure of its item', async () => {
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
});
