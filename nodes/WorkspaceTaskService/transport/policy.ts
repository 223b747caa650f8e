import type { Call } from '../api/calls';

interface Rule {
	/** Who decides when it is sent again: this file, or the limiter, by its pauses and its patience. */
	retried: 'never' | 'unlessCreate' | 'always' | 'byLimiter';
	/** Whether the request took effect, if it was no read. */
	effect: 'none' | 'possible' | 'certain';
	/** Whether the service works; undefined if the service was not asked. */
	works: boolean | undefined;
	/** It may concern other fields of the item, or its key: identical items do not share it. */
	isOwn?: true;
	/**
	 * Of a login. `passing`: a new login may succeed soon. `refusal`: it is not repeated for a minute,
	 * since that can lock the account.
	 */
	login?: 'passing' | 'refusal';
}

/**
 * What follows from each way in which an exchange can end. What is retried, reported and shared goes by
 * this table. A 401 is final here: by then `sendWithToken.ts` has sent the request with a new token.
 */
const POLICY = {
	done: { retried: 'never', effect: 'certain', works: true },
	unreadable: { retried: 'unlessCreate', effect: 'certain', works: true, login: 'passing' },
	notTaskService: { retried: 'never', effect: 'possible', works: true, login: 'passing' },
	refusedIn2xx: { retried: 'never', effect: 'possible', works: true, login: 'refusal' },
	redirected: { retried: 'never', effect: 'possible', works: true },
	serverError: { retried: 'unlessCreate', effect: 'possible', works: false, login: 'passing' },
	noResponse: { retried: 'unlessCreate', effect: 'possible', works: false, login: 'passing' },
	notSent: { retried: 'always', effect: 'none', works: false, login: 'passing' },
	rateLimited: { retried: 'byLimiter', effect: 'none', works: false },
	unauthorized: { retried: 'never', effect: 'none', works: true, login: 'refusal' },
	refused: {
		retried: 'never',
		effect: 'none',
		works: true,
		isOwn: true,
		login: 'refusal',
	},
	loginRefused: { retried: 'never', effect: 'none', works: undefined },
	givenUp: { retried: 'never', effect: 'none', works: undefined },
	inLoop: { retried: 'never', effect: 'none', works: undefined },
	skipped: { retried: 'never', effect: 'none', works: undefined, isOwn: true },
	found: { retried: 'never', effect: 'none', works: undefined },
} satisfies Record<string, Rule>;

interface Ended {
	kind: keyof typeof POLICY;
}

type Effect = Pick<Call, 'effect'>;

export function policyOf({ kind }: Ended): Rule {
	return POLICY[kind];
}

export function mayHaveTakenEffect(call: Effect, outcome: Ended): boolean {
	return call.effect !== 'read' && policyOf(outcome).effect !== 'none';
}

/** An update that may have taken effect may be sent again, a create may not. */
export function mayHaveCreated(call: Effect, outcome: Ended): boolean {
	return call.effect === 'create' && mayHaveTakenEffect(call, outcome);
}

/** With this, four retries take at least ten seconds. */
const FIRST_WAIT_MS = 1_500;
const MAX_RETRY_WAIT_MS = 30_000;

/**
 * How long to wait before a retry: exponential, and the upper half is random. Undefined if the request
 * is not retried.
 * @param failures before this failure
 * @param random from 0 up to 1
 */
export function waitBeforeRetry(
	call: Effect,
	outcome: Ended,
	{ failures, random }: { failures: number; random: number },
): number | undefined {
	const { retried } = policyOf(outcome);
	const isSafe = call.effect !== 'create' && retried === 'unlessCreate';
	if (retried !== 'always' && !isSafe) return undefined;
	const doubled = FIRST_WAIT_MS * 2 ** failures;
	const longest = Math.min(doubled, MAX_RETRY_WAIT_MS);
	return (longest * (1 + random)) / 2;
}
