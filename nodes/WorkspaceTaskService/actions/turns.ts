import { sleep } from 'n8n-workflow';

/** What stands in an item, or why that cannot be read. */
export type Entry<Read> = PromiseSettledResult<Read>;

/**
 * Performs items in their order, as many at once as told. As many again are read before their turn,
 * while the others wait for the service: else the time that reading takes would come on top.
 * @returns what became of each, in the order of the indexes
 */
export async function inTurns<Read, Result>(
	indexes: number[],
	concurrency: number,
	read: (index: number) => Read,
	perform: (index: number, entry: Entry<Read>) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const unread = indexes.entries();
	const ahead: Array<{ place: number; index: number; entry: Entry<Read> }> = [];
	const readNext = () => {
		const [place, index] = unread.next().value ?? [];
		if (place === undefined || index === undefined) return;
		ahead.push({ place, index, entry: entryOf(() => read(index)) });
	};
	const readAhead = async () => {
		// Answers that are there already go first, since each makes room for a request.
		await sleep(0);
		readNext();
	};
	const takeTurns = async () => {
		for (;;) {
			if (ahead.length === 0) readNext();
			const next = ahead.shift();
			if (next === undefined) return;
			const [result] = await Promise.all([perform(next.index, next.entry), readAhead()]);
			results[next.place] = result;
		}
	};
	await Promise.all(Array.from({ length: concurrency }, takeTurns));
	return results;
}

function entryOf<Read>(read: () => Read): Entry<Read> {
	try {
		return { status: 'fulfilled', value: read() };
	} catch (reason) {
		return { status: 'rejected', reason };
	}
}
