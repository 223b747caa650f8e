import { median } from 'simple-statistics';

/** By column title. */
export type Row = Record<string, string | number>;

export const round = (value: number, digits = 1) => Number(value.toFixed(digits));

export function medians<Key extends string>(runs: Array<Record<Key, number>>): Record<Key, number> {
	const keys = Object.keys(runs[0] ?? {}) as Key[];
	const values = (key: Key) => runs.map((run) => run[key]);
	return Object.fromEntries(keys.map((key) => [key, median(values(key))])) as Record<Key, number>;
}

/**
 * Runs all cases once per round, so that other load on the machine affects all of them. Each round
 * starts with another case, because n8n warms up during the first ones.
 */
export async function inRounds<Case, Result>(
	rounds: number,
	cases: Case[],
	run: (one: Case) => Promise<Result>,
): Promise<Result[][]> {
	const results: Result[][] = cases.map(() => []);
	for (let round = 0; round < rounds; round++) {
		const first = Math.round((round / rounds) * cases.length);
		for (let offset = 0; offset < cases.length; offset++) {
			const index = (first + offset) % cases.length;
			results[index]?.push(await run(cases[index] as Case));
		}
	}
	return results;
}
