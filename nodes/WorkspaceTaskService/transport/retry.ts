import type { Call } from '../api/calls';
import type { ExecutionQueue } from './limits/executionQueue';
import type { Limiter } from './limits/limiter';
import type { Turn } from './limits/turn';
import type { Outcome, Step } from './outcome';
import { policyOf, waitBeforeRetry } from './policy';

export interface RetryOptions {
	limiter: Limiter;
	queue: ExecutionQueue;
	/** A rate limit costs none. With 0, nothing is sent again for a rate limit either. */
	maxRetries: number;
}

interface Retried {
	call: Call;
	item: number;
}

interface RetrySteps {
	/** The loop, in which each try waits for its turn. */
	retry: Step;
	/** Right before the request is sent: a pause may have begun since its turn did. */
	sendInTurn: Step;
}

/**
 * For one request, which is sent within the limits of the account, and again as long as that is safe and
 * may help. The steps reject with HALTED, the reason of the queue's signal, or what `next` rejects with.
 */
export function retrySteps(options: RetryOptions, { call, item }: Retried): RetrySteps {
	const { limiter, queue, maxRetries } = options;
	const turn = limiter.turnFor(call, item);
	const retryLoop: Step = (next) => async () => {
		limiter.enter(queue, turn);
		const retries = new Retries(call, maxRetries);
		let attempts = 0;
		for (;;) {
			const unsent = await turn.begun;
			if (unsent !== undefined) return { ...unsent, attempts };
			let outcome: Outcome | undefined;
			let waitMs: number | undefined;
			try {
				outcome = await next();
				if (outcome.kind !== 'givenUp') attempts += 1;
				waitMs = retries.countTry(outcome, turn);
			} finally {
				void limiter.end(queue, turn, { outcome, waitMs });
			}
			if (waitMs === undefined) return { ...outcome, attempts };
		}
	};
	const sendInTurn: Step = (next) => async () => {
		const unsent = await limiter.beforeSend(queue, turn);
		if (unsent !== undefined) return unsent;
		const outcome = await next();
		limiter.learn(queue, turn, outcome);
		return outcome;
	};
	return { retry: retryLoop, sendInTurn };
}

/** Both steps, if nothing lies between them. */
export function retry(options: RetryOptions, retried: Retried): Step {
	return (next) => async () => {
		const steps = retrySteps(options, retried);
		const send = steps.sendInTurn(next);
		const sendAndRetry = steps.retry(send);
		return await sendAndRetry();
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
		if (policyOf(outcome).retried === 'byLimiter') return turn.patientMs;
		const { failures } = this;
		if (failures === this.max) return undefined;
		this.failures += 1;
		return waitBeforeRetry(this.call, outcome, { failures, random: Math.random() });
	}
}
