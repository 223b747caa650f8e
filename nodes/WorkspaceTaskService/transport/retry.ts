import type { Call } from '../api/calls';
import type { ExecutionQueue } from './limits/executionQueue';
import type { Limiter } from './limits/limiter';
import type { Outcome, Step } from './outcome';
import { policyOf, waitBeforeRetry } from './policy';

export interface RetryOptions {
	limiter: Limiter;
	queue: ExecutionQueue;
	/** A rate limit costs none. With 0, a request is sent once, whatever the response. */
	maxRetries: number;
}

interface Retried {
	call: Call;
	item: number;
	/** The policy for everything but a rate limit. */
	wait?: (
		call: Call,
		outcome: Outcome,
		options: { failures: number; random: number },
	) => number | undefined;
}

/**
 * Sends within the limits of the account, and again as long as that is safe and may help.
 * @throws HALTED, the reason of the queue's signal, or what `next` rejects with
 */
export function retry(
	{ limiter, queue, maxRetries }: RetryOptions,
	{ call, item, wait = waitBeforeRetry }: Retried,
): Step {
	return (next) => async () => {
		const turn = limiter.enter(queue, call, item);
		let attempts = 0;
		let failures = 0;
		for (;;) {
			const unsent = await turn.begun;
			if (unsent !== undefined) return { ...unsent, attempts };
			attempts += 1;
			let outcome: Outcome | undefined;
			let waitMs: number | undefined;
			try {
				// The execution may have ended since the turn began.
				queue.check(item);
				outcome = await next();
				if (policyOf(outcome).retried === 'byLimiter') {
					if (maxRetries > 0) waitMs = turn.countRefusal(outcome);
				} else if (failures < maxRetries) {
					waitMs = wait(call, outcome, { failures, random: Math.random() });
					failures += 1;
				}
			} finally {
				void limiter.end(queue, turn, { outcome, waitMs });
			}
			if (waitMs === undefined) return { ...outcome, attempts };
		}
	};
}
