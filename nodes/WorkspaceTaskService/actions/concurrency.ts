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
	let sliceEnd = 0;
	// Until n8n had its turn.
	let pause: Promise<void> | undefined;
	let turn = Promise.resolve();
	const nextTurn = async () => {
		if (Date.now() >= sliceEnd) await pause;
		if (pause !== undefined) return;
		sliceEnd = Date.now() + SLICE_MS;
		pause = sleep(0).then(() => (pause = undefined));
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
