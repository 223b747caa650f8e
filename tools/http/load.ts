export interface LoadOptions {
	count: number;
	concurrency: number;
}

interface LoadResult<Result> {
	/** In order of completion. */
	results: Result[];
	elapsedMs: number;
}

/** Sends `count` times, at most `concurrency` at once. */
export async function generateLoad<Result>(
	{ count, concurrency }: LoadOptions,
	send: (index: number) => Promise<Result>,
): Promise<LoadResult<Result>> {
	const start = performance.now();
	const results: Result[] = [];
	let next = 0;
	const client = async () => {
		while (next < count) results.push(await send(next++));
	};
	await Promise.all(Array.from({ length: concurrency }, client));
	return { results, elapsedMs: performance.now() - start };
}
