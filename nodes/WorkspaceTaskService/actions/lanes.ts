/**
 * Works on all of these, at most `most` at a time. They start in their order, and the results come
 * out in it. (n8n before 2.20 has no p-limit for its nodes.)
 */
export async function inLanes<One, Result>(
	all: One[],
	most: number,
	work: (one: One) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	// Shared: each lane takes the next one that none has taken.
	const waiting = all.entries();
	const lane = async () => {
		for (const [place, one] of waiting) results[place] = await work(one);
	};
	await Promise.all(Array.from({ length: Math.min(most, all.length) }, lane));
	return results;
}
