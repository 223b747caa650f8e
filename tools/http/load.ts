export interface LoadOptions {
	count: number;
	concurrency: number;
}

/** Sends `count` times, at most `concurrency` at once. @returns results in order of completion */
export async function generateLoad<Result>(
	{ count, concurrency }: LoadOptions,
	send: (index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	let next = 0;
	const client = async () => {
		while (next < count) results.push(await send(next++));
	};
	await Promise.all(Array.from({ length: concurrency }, client));
	return results;
}
