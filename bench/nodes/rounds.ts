/**
 * Measures one after the other, again and again, so that what else happens on the machine meets them
 * all. Each round begins with another: n8n is still getting faster when the first begins.
 * @returns what was measured of each, in the order of the contestants
 */
export async function inRounds<T, S>(
	rounds: number,
	contestants: T[],
	measureOne: (contestant: T) => Promise<S>,
): Promise<S[][]> {
	const entries = contestants.map((contestant) => ({ contestant, samples: [] as S[] }));
	for (let round = 0; round < rounds; round++) {
		for (const { contestant, samples } of turned(entries, round / rounds)) {
			samples.push(await measureOne(contestant));
		}
	}
	return entries.map(({ samples }) => samples);
}

/** The same, begun after that share of them. */
export function turned<T>(entries: T[], share: number): T[] {
	const first = Math.round(share * entries.length);
	return [...entries.slice(first), ...entries.slice(0, first)];
}
