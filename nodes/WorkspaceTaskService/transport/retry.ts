import type { ApiRequest, Kind, Method, Outcome } from './outcome';

interface Rule {
	retried: 'never' | 'ifIdempotent' | 'always';
	/** Whether the request may have taken effect: then a create is never retried. */
	effect: boolean;
	/** Whether it says that the service works; undefined if the service was not asked. */
	works?: boolean;
}

/**
 * The policy. A 401 is final here: by then `client.ts` has retried with a new token. So is a rate
 * limit: the limiter has retried it.
 */
const POLICY: Record<Kind, Rule> = {
	done: { retried: 'never', effect: true, works: true },
	unreadable: { retried: 'ifIdempotent', effect: true, works: true },
	unsupported: { retried: 'never', effect: true, works: true },
	notTaskService: { retried: 'never', effect: true, works: true },
	refusedIn2xx: { retried: 'never', effect: true, works: true },
	redirected: { retried: 'never', effect: true, works: true },
	serverError: { retried: 'ifIdempotent', effect: true, works: false },
	noResponse: { retried: 'ifIdempotent', effect: true, works: false },
	notSent: { retried: 'always', effect: false, works: false },
	rateLimited: { retried: 'never', effect: false, works: false },
	unauthorized: { retried: 'never', effect: false, works: true },
	refused: { retried: 'never', effect: false, works: true },
	loginRefused: { retried: 'never', effect: false },
	givenUp: { retried: 'never', effect: false },
	skipped: { retried: 'never', effect: false },
	found: { retried: 'never', effect: false },
};

/** So that four retries take ten seconds at least. */
const FIRST_WAIT_MS = 1_500;
const MAX_RETRY_WAIT_MS = 30_000;

/**
 * How long to wait before a retry: exponential, of which the upper half is random. Undefined if the
 * request is not retried.
 * @param failures before this one
 * @param random from 0 up to 1
 */
export function waitBeforeRetry(
	{ method, isIdempotent, kind }: Pick<ApiRequest, 'method' | 'isIdempotent'> & { kind: Kind },
	failures: number,
	random: number,
): number | undefined {
	const { retried } = POLICY[kind];
	const mayRepeat = method === 'GET' || isIdempotent === true;
	if (retried === 'never' || (retried === 'ifIdempotent' && !mayRepeat)) return undefined;
	const longest = Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_RETRY_WAIT_MS);
	return (longest * (1 + random)) / 2;
}

export function mayHaveTakenEffect(method: Method, { kind }: Outcome): boolean {
	return method !== 'GET' && POLICY[kind].effect;
}

/** Whether the service works, as far as this says; undefined if nobody was asked. */
export const saysWorks = ({ kind }: Outcome) => POLICY[kind].works;
