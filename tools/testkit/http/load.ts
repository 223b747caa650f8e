export interface LoadOptions {
	/** How many times to send in all. */
	count: number;
	/** How many are open at the same time. */
	concurrency: number;
	/** No further one starts after this time. */
	maxMs?: number;
}

export interface LoadResult<Result> {
	/** In order of completion. */
	results: Result[];
	/** How long each took, in the same order. */
	latenciesMs: number[];
	elapsedMs: number;
}

/** Sends `count` times with a bounded number in flight, as a busy service or its clients would. */
export async function generateLoad<Result>(
	{ count, concurrency, maxMs = 60_000 }: LoadOptions,
	send: (index: number) => Promise<Result>,
): Promise<LoadResult<Result>> {
	const start = performance.now();
	const results: Result[] = [];
	const latenciesMs: number[] = [];
	let next = 0;
	const client = async () => {
		while (next < count && performance.now() - start < maxMs) {
			const index = next++;
			const sent = performance.now();
			results.push(await send(index));
			latenciesMs.push(performance.now() - sent);
		}
	};
	await Promise.all(Array.from({ length: concurrency }, client));
	return { results, latenciesMs, elapsedMs: performance.now() - start };
}
