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
	garbled: { again: ['GET'], effect: true },
	foreign: { again: [], effect: true },
	refusedIn2xx: { again: [], effect: true },
	redirected: { again: [], effect: true },
	indeterminate: { again: ['GET'], effect: true },
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

/** A shorter one is no pause, and must not repeat a request without end. */
const SHORTEST_PAUSE_MS = 100;

/** A longer pause ends the run: the workflow is not kept waiting. */
export const LONGEST_WAIT_MS = 5 * 60_000;

export interface Wait {
	ms: number;
	/** The service asked for it, so it does not count as an attempt. */
	isAsked: boolean;
}

/**
 * How long to wait before the request is sent again, or undefined to give up. Exponential with full
 * jitter, and never before the time that the service named.
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
	if (!isSentAgain(method, outcome)) return undefined;
	const backoff = random * Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_BACKOFF_MS);
	const asked = (outcome.kind === 'rateLimited' ? outcome.retryAt : undefined) ?? now;
	if (asked - now > LONGEST_WAIT_MS) return undefined;
	return { ms: Math.max(backoff, asked - now), isAsked: asked - now >= SHORTEST_PAUSE_MS };
}

export function isSentAgain(method: Method, outcome: Outcome): boolean {
	return POLICY[outcome.kind].again.includes(method);
}

/** Whether something was created or changed, or may have been. */
export function mayHaveTakenEffect(method: Method, outcome: Outcome): boolean {
	return method !== 'GET' && POLICY[outcome.kind].effect;
}
