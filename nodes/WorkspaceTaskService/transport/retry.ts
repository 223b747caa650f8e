import type { Kind, Method, Outcome } from './outcome';
import { METHODS } from './outcome';

interface Rule {
	/** The methods whose requests are sent again. */
	again: readonly Method[];
	/** Whether the request may have taken effect: then only a GET is ever sent a second time. */
	effect: boolean;
}

/**
 * The policy. Two kinds are final here: by then `client.ts` has sent once more with a new token after
 * a 401, and the limiter has waited and sent again after a refusal by a rate limit.
 */
const POLICY: Record<Kind, Rule> = {
	done: { again: [], effect: true },
	truncated: { again: ['GET'], effect: true },
	notTaskService: { again: [], effect: true },
	refusedIn2xx: { again: [], effect: true },
	redirected: { again: [], effect: true },
	serverError: { again: ['GET'], effect: true },
	noResponse: { again: ['GET'], effect: true },
	rateLimited: { again: [], effect: false },
	notSent: { again: METHODS, effect: false },
	unauthorized: { again: [], effect: false },
	refused: { again: [], effect: false },
	loginRefused: { again: [], effect: false },
	givenUp: { again: [], effect: false },
};

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

/**
 * How many milliseconds to wait before the request is sent again, or undefined to give up:
 * exponential, with at least half of each wait.
 * @param attempt from 0
 * @param random from 0 up to 1
 */
export function waitBeforeRetry(
	method: Method,
	{ kind }: Outcome,
	attempt: number,
	random: number,
): number | undefined {
	if (!POLICY[kind].again.includes(method)) return undefined;
	return Math.min(FIRST_WAIT_MS * 2 ** attempt, MAX_WAIT_MS) * (0.5 + random / 2);
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
