import type { Call } from '../api/calls';
import type { ExecutionQueue } from './limits/executionQueue';
import type { Limiter } from './limits/limiter';
import type { Turn } from './limits/turn';
import type { Outcome, Step } from './outcome';
import { policyOf, waitBeforeRetry } from './policy';

export interface RetryOptions {
	limiter: Limiter;
	queue: ExecutionQueue;
	/** A rate limit costs none. With 0, a request is sent once, whatever the response. */
	maxRetries: number;
}

/**
 * Sends within the limits of the account, and again as long as that is safe and may help.
 * @throws HALTED, the reason of the queue's signal, or what `next` rejects with
 */
export function retry(
	{ limiter, queue, maxRetries }: RetryOptions,
	{ call, item }: { call: Call; item: number },
): Step {
	return (next) => async () => {
		const turn = limiter.enter(queue, call, item);
		const retries = new Retries(call, maxRetries);
		let attempts = 0;
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
				waitMs = retries.countTry(outcome, turn);
			} finally {
				void limiter.end(queue, turn, { outcome, waitMs });
			}
			if (waitMs === undefined) return { ...outcome, attempts };
		}
	};
}

/** How long one request is tried. */
class Retries {
	private failures = 0;

	constructor(
		private readonly call: Call,
		private readonly max: number,
	) {}

	/**
	 * Counts a try, before its turn ends.
	 * @returns how long until the next try; undefined if there is none
	 */
	countTry(outcome: Outcome, turn: Turn): number | undefined {
		if (this.max === 0) return undefined;
		if (policyOf(outcome).retried === 'byLimiter') return turn.countRefusal(outcome);
		const { failures } = this;
		if (failures === this.max) return undefined;
		this.failures += 1;
		return waitBeforeRetry(this.call, outcome, { failures, random: Math.random() });
	}
}
