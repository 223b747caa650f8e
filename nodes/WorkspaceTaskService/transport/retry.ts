import type { Call } from '../api/calls';
import type { ExecutionQueue } from './limits/executionQueue';
import type { Limiter } from './limits/limiter';
import { policyOf, waitBeforeRetry, type Outcome, type Step } from './outcome';

export interface RetryOptions {
	limiter: Limiter;
	queue: ExecutionQueue;
	/** Ends every wait; nothing is sent afterwards. */
	signal: AbortSignal;
	/** Called for a request that was refused often. */
	letNextPass?(): void;
	/**
	 * How often a request is sent again after failures. Rate limits do not count. 0: it is never sent
	 * again, not even after a rate limit.
	 */
	maxRetries: number;
}

export interface SendOptions extends RetryOptions {
	timeoutMs: number;
}

interface RetrySteps {
	/** The loop. */
	retry: Step;
	/** Waits again if a pause has begun, sends, and lets the limiter learn from the outcome. */
	sendInTurn: Step;
}

/**
 * Makes the steps that send a request within the limits of the account, and again as long as that is safe
 * and may help. `retry` is around `sendInTurn`; the steps between them happen for each try, within its
 * turn. The limiter gives a turn; the turns of a key or name are a step of their own, `takeTurns`.
 *
 * A request whose endpoint was given up ends with an outcome. Both steps throw:
 * - the reason of the signal, if it ends a wait
 * - what `next` throws
 */
export function retrySteps(
	{ limiter, queue, signal, maxRetries, letNextPass }: RetryOptions,
	call: Call,
): RetrySteps {
	const turn = limiter.turnFor(call, signal, letNextPass);

	const retry: Step = (next) => async () => {
		let attempts = 0;
		let failures = 0;
		limiter.enter(queue, turn);
		for (;;) {
			// For a further try, `limiter.end` has replaced it: it includes the pause, or the wait after a failure.
			const givenUp = await turn.begun;
			if (givenUp !== undefined) return { ...givenUp, attempts };
			let outcome: Outcome | undefined;
			let waitMs: number | undefined;
			try {
				outcome = await next();
				if (outcome.kind !== 'givenUp') attempts += 1;
				// `limiter.learn` has set it.
				const { refusalWaitMs } = turn;
				waitMs = waitAfter(outcome, { call, maxRetries, failures, refusalWaitMs });
				if (policyOf(outcome).retried !== 'byLimiter') failures += 1;
			} finally {
				// Replaces `turn.begun` at once if there is a further try. The rest, which is not awaited, starts
				// other requests.
				void limiter.end(queue, turn, { outcome, waitMs });
			}
			// A success has no further try either.
			if (waitMs === undefined) return { ...outcome, attempts };
		}
	};

	const sendInTurn: Step = (next) => async () => {
		const givenUp = await limiter.beforeSend(queue, turn);
		if (givenUp !== undefined) return givenUp;
		const outcome = await next();
		limiter.learn(queue, turn, outcome);
		return outcome;
	};

	return { retry, sendInTurn };
}

interface Tries {
	call: Call;
	maxRetries: number;
	/** Of the earlier tries, without rate limits. */
	failures: number;
	/** How long to wait after a rate limit. Undefined if the request was rate limited too often. */
	refusalWaitMs?: number;
}

/** @returns how long until the request is sent again; undefined if it is not */
function waitAfter(outcome: Outcome, tries: Tries): number | undefined {
	const { call, maxRetries, failures, refusalWaitMs } = tries;
	if (maxRetries === 0) return undefined;
	if (policyOf(outcome).retried === 'byLimiter') return refusalWaitMs;
	if (failures >= maxRetries) return undefined;
	return waitBeforeRetry(call, outcome, { failures, random: Math.random() });
}
