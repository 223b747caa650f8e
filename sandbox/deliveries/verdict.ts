import type { Outcome } from './send';

const GONE = 410;

export type Verdict =
	| { kind: 'delivered' }
	/** The receiver wants nothing more, ever. */
	| { kind: 'gone' }
	| { kind: 'retry'; afterMs: number }
	| { kind: 'abandoned' };

/** What follows from an attempt (counted from 1). Assumed: the API document shows no retries. */
export function judge(
	{ status }: Outcome,
	attempt: number,
	retryDelaysMs: readonly number[],
): Verdict {
	if (status === GONE) return { kind: 'gone' };
	if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' };
	const afterMs = retryDelaysMs[attempt - 1];
	return afterMs === undefined ? { kind: 'abandoned' } : { kind: 'retry', afterMs };
}
