import { sleep } from 'n8n-workflow';

/** How long items are started one after another before n8n gets to do something else. */
const SLICE_MS = 5;

/**
 * Bounded concurrency: maps the numbers from 0 to `count` in their order, at most `limit` at the same
 * time. One that calls `freePlace`, because it waits, no longer counts.
 */
export async function mapConcurrent<Result>(
	count: number,
	limit: number,
	perform: (index: number, freePlace: () => void) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const nextSlice = slices();
	// Shared, so that each index goes to one worker.
	const indexes = Array(count).keys();
	const workers: Array<Promise<void>> = [];
	const work = async () => {
		for (const index of indexes) {
			await nextSlice();
			let isWaiting = false;
			const freePlace = () => {
				if (!isWaiting) workers.push(work());
				isWaiting = true;
			};
			results[index] = await perform(index, freePlace);
			if (isWaiting) return;
		}
	};
	for (let worker = 0; worker < Math.min(count, limit); worker++) workers.push(work());
	// More of them come while these work.
	for (const worker of workers) await worker;
	return results;
}

/** Lets n8n do other work whenever items were started for a while. */
function slices(): () => Promise<void> {
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
	return async () => {
		turn = turn.then(nextTurn);
		await turn;
	};
}
