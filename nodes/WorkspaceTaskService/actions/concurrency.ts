/** Maps the numbers from 0 to `count` in their order, at most `limit` at the same time. */
export async function mapConcurrent<Result>(
	count: number,
	limit: number,
	perform: (index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	// Shared, so that each index goes to one worker.
	const indexes = Array(count).keys();
	const work = async () => {
		for (const index of indexes) results[index] = await perform(index);
	};
	await Promise.all(Array.from({ length: Math.min(count, limit) }, work));
	return results;
}
