import { sleep } from 'n8n-workflow';
import pLimit from 'p-limit';

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
	const underWay = pLimit(concurrency);
	const inHand = pLimit(2 * concurrency);
	const take = async (index: number): Promise<Result> => {
		// Answers that are there already go first, since each makes room for a request.
		if (index >= concurrency) await sleep(0);
		const [entry] = await Promise.allSettled([(async () => read(index))()]);
		return await underWay(perform, index, entry);
	};
	return await Promise.all(indexes.map(async (index) => await inHand(take, index)));
}
