import { sleep } from 'n8n-workflow';

/** How long items are started one after another before n8n gets to do something else. */
const SLICE_MS = 5;

/** Maps the numbers from 0 to `count` in their order, at most `limit` at the same time. */
export async function mapConcurrent<Result>(
	count: number,
	limit: number,
	perform: (index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	// Shared, so that each index goes to one worker.
	const indexes = Array(count).keys();
	let sliceEnd = Date.now() + SLICE_MS;
	let turn = Promise.resolve();
	const nextTurn = async () => {
		if (Date.now() < sliceEnd) return;
		await sleep(0);
		sliceEnd = Date.now() + SLICE_MS;
	};
	const work = async () => {
		for (const index of indexes) {
			turn = turn.then(nextTurn);
			await turn;
			results[index] = await perform(index);
		}
	};
	await Promise.all(Array.from({ length: Math.min(count, limit) }, work));
	return results;
}
