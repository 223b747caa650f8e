import type { Call } from '../api/calls';
import type { ExecutionQueue } from './limits/executionQueue';
import type { Limiter } from './limits/limiter';
import type { Outcome, Step } from './outcome';
import { policyOf, waitBeforeRetry } from './policy';

export interface RetryOptions {
	limiter: Limiter;
	queue: ExecutionQueue;
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
	/** Looks at the limiter again right before the request is sent: a pause may have begun. */
	sendInTurn: Step;
}

/**
 * For a request, which is sent within the limits of the account, and again as long as that is safe and
 * may help. `retry` is around `sendInTurn`; the steps between them happen for each try, within its turn.
 * A turn is given by the limiter. The turns of a key or name are a step of their own, `takeTurns`.
 * @throws from both steps: HALTED if an earlier item ends the run before the request is sent, the reason
 * of the queue's signal, or what `next` throws
 */
export function retrySteps(
	{ limiter, queue, maxRetries }: RetryOptions,
	{ call, item }: { call: Call; item: number },
): RetrySteps {
	const turn = limiter.turnFor(call, item);

	const retry: Step = (next) => async () => {
		let attempts = 0;
		let failures = 0;
		limiter.enter(queue, turn);
		for (;;) {
			// After a failed try, this includes the wait before the next.
			const givenUp = await turn.begun;
			if (givenUp !== undefined) return { ...givenUp, attempts };
			let outcome: Outcome | undefined;
			let waitMs: number | undefined;
			try {
				outcome = await next();
				if (outcome.kind !== 'givenUp') attempts += 1;
				waitMs = waitAfter(outcome, { call, maxRetries, failures, patientMs: turn.patientMs });
				if (policyOf(outcome).retried !== 'byLimiter') failures += 1;
			} finally {
				// With `waitMs`, the request lines up again, and `turn.begun` becomes its next wait.
				void limiter.end(queue, turn, { outcome, waitMs });
			}
			// After a success too.
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
	/** Earlier tries that failed, without rate limits. */
	failures: number;
	/** How long to wait after a rate limit. Undefined if the request was rate limited too often. */
	patientMs?: number;
}

/** @returns how long until the request is sent again; undefined if it is not */
function waitAfter(outcome: Outcome, tries: Tries): number | undefined {
	const { call, maxRetries, failures, patientMs } = tries;
	if (maxRetries === 0) return undefined;
	if (policyOf(outcome).retried === 'byLimiter') return patientMs;
	if (failures === maxRetries) return undefined;
	return waitBeforeRetry(call, outcome, { failures, random: Math.random() });
}
