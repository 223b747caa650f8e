import { inLanes } from '../../../nodes/WorkspaceTaskService/actions/lanes';

/** Work whose every piece ends when the test says so. */
function openWork() {
	const started: string[] = [];
	const ends = new Map<string, (result: string) => void>();
	return {
		started,
		work: async (one: string) => {
			started.push(one);
			return await new Promise<string>((resolve) => ends.set(one, resolve));
		},
		end: async (one: string) => {
			ends.get(one)?.(one.toUpperCase());
			await new Promise(setImmediate);
		},
	};
}

describe('inLanes', () => {
	it('starts the next one when any has ended, never more than may run at once', async () => {
		const { started, work, end } = openWork();
		void inLanes(['a', 'b', 'c', 'd'], 2, work);
		expect(started).toEqual(['a', 'b']);
		await end('b');
		expect(started).toEqual(['a', 'b', 'c']);
		await end('c');
		expect(started).toEqual(['a', 'b', 'c', 'd']);
	});

	it('gives the results in the order of what they are for, whichever ended first', async () => {
		const { work, end } = openWork();
		const results = inLanes(['a', 'b', 'c'], 3, work);
		for (const one of ['c', 'a', 'b']) await end(one);
		expect(await results).toEqual(['A', 'B', 'C']);
	});

	it.each([
		['none', []],
		['fewer than may run at once', ['a']],
	])('ends with %s', async (_, all: string[]) => {
		expect(await inLanes(all, 5, async (one) => await Promise.resolve(one))).toEqual(all);
	});
});
