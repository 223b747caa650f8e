import type { Proof } from './proof';
import { proofOf } from './proof';
import type { ApiRequest, Outcome } from './request';
import { allowedAt } from './retryAfter';

type Method = ApiRequest['method'];

/**
 * The policy: what is sent again. A create that may have been carried out never is. A 401 stands
 * with the refusals, because `session.ts` has sent once more with a fresh token by then.
 */
const IS_SENT_AGAIN: Record<Proof, Record<Method, boolean>> = {
	done: { GET: false, POST: false },
	/** No address, no connection, no TLS. */
	'never sent': { GET: true, POST: true },
	/** 429, and 503 with Retry-After. */
	'put off': { GET: true, POST: true },
	/** Other 5xx, a connection lost, no answer in time. */
	unclear: { GET: true, POST: false },
	/** 4xx and 3xx. */
	refused: { GET: false, POST: false },
};

const FIRST_WAIT_MS = 1_000;
const LONGEST_BACKOFF_MS = 30_000;

/** A pause longer than this is a refusal: the workflow is not kept waiting. */
export const LONGEST_WAIT_MS = 5 * 60_000;

/**
 * How long to wait before the request is sent again, or undefined to give up. Exponential with
 * full jitter, and never before the time that the service told.
 * @param attempt from 0
 * @param now in milliseconds since 1970
 * @param random from 0 up to 1
 */
export function waitBeforeRetry(
	method: Method,
	outcome: Outcome,
	attempt: number,
	now: number,
	random: number,
): number | undefined {
	if (!IS_SENT_AGAIN[proofOf(outcome)][method]) return undefined;
	const backoff = random * Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_BACKOFF_MS);
	const told = (outcome.status === null ? undefined : allowedAt(outcome)) ?? now;
	return told - now > LONGEST_WAIT_MS ? undefined : Math.max(backoff, told - now);
}

/** Whether the service wants a pause from the whole account. */
export function isPutOff(outcome: Outcome): boolean {
	return proofOf(outcome) === 'put off';
}

/** Whether something was created, or may have been: such a request must not be sent twice. */
export function mustStand(method: Method, outcome: Outcome): boolean {
	return method === 'POST' && ['done', 'unclear'].includes(proofOf(outcome));
}
