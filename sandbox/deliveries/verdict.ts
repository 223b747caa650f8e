import type { Outcome } from './send';

const GONE = 410;

export type Verdict =
	{ kind: 'delivered' } | { kind: 'retry'; afterMs: number } | { kind: 'abandoned' };

/**
 * What follows from an attempt (counted from 1); no wait left means giving up. Assumed: the API document shows no
 * retries.
 */
export function judge(
	outcome: Outcome,
	attempt: number,
	retryDelaysMs: readonly number[],
): Verdict {
	const { status } = outcome;
	if (isGone(outcome)) return { kind: 'abandoned' };
	if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' };
	const afterMs = retryDelaysMs[attempt - 1];
	return afterMs === undefined ? { kind: 'abandoned' } : { kind: 'retry', afterMs };
}

/** The receiver wants nothing more, ever. */
export function isGone({ status }: Outcome): boolean {
	return status === GONE;
}
