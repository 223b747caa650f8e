import type { Kind, Method, Outcome } from './outcome';
import { METHODS } from './outcome';

interface Rule {
	/** The methods whose requests are sent again. */
	again: readonly Method[];
	/** Whether the request may have taken effect: then only a GET is ever sent a second time. */
	effect: boolean;
}

/** The policy. A 401 is final here: by then `client.ts` has sent once more with a new token. */
const POLICY: Record<Kind, Rule> = {
	done: { again: [], effect: true },
	truncated: { again: ['GET'], effect: true },
	notTaskService: { again: [], effect: true },
	refusedIn2xx: { again: [], effect: true },
	redirected: { again: [], effect: true },
	serverError: { again: ['GET'], effect: true },
	noResponse: { again: ['GET'], effect: true },
	rateLimited: { again: METHODS, effect: false },
	notSent: { again: METHODS, effect: false },
	unauthorized: { again: [], effect: false },
	refused: { again: [], effect: false },
	loginRefused: { again: [], effect: false },
	paused: { again: [], effect: false },
	givenUp: { again: [], effect: false },
};

const FIRST_WAIT_MS = 1_000;
const LONGEST_BACKOFF_MS = 30_000;
/** The most after a refusal that asks for no pause. */
const REFUSED_WAIT_MS = 200;

/** A longer pause ends the run: the workflow is not kept waiting. */
export const LONGEST_WAIT_MS = 5 * 60_000;

export interface Wait {
	ms: number;
	/** Refused by a rate limit, it does not count as an attempt. */
	isAsked: boolean;
}

/**
 * How long to wait before the request is sent again, or undefined to give up: exponential with full
 * jitter, or, after a refusal by a rate limit, for a moment: the rest is waited for in the queue of
 * the account.
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
): Wait | undefined {
	if (!POLICY[outcome.kind].again.includes(method)) return undefined;
	if (outcome.kind !== 'rateLimited') {
		const most = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_BACKOFF_MS);
		return { ms: random * most, isAsked: false };
	}
	const { retryAt = now } = outcome;
	if (retryAt - now > LONGEST_WAIT_MS) return undefined;
	return { ms: retryAt > now ? 0 : random * REFUSED_WAIT_MS, isAsked: true };
}

/** Whether something was created or changed, or may have been. */
export function mayHaveTakenEffect(method: Method, outcome: Outcome): boolean {
	return method !== 'GET' && POLICY[outcome.kind].effect;
}

/**
 * The same as far as anybody has to look for it: a refusal in a 2xx is not sent again, but is
 * believed.
 */
export function mayExist(method: Method, outcome: Outcome): boolean {
	return mayHaveTakenEffect(method, outcome) && outcome.kind !== 'refusedIn2xx';
}
