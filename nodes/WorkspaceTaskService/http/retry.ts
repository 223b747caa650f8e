import type { ExecutionQueue } from '../limits/limiter';
import { Patience } from '../limits/patience';
import { calculateRetryWait, type Outcome, type Step } from '../outcome';
import type { Call } from '../service/calls';

interface RetryOptions {
	queue: ExecutionQueue;
	/** Ends every wait; nothing is sent afterwards. */
	signal: AbortSignal;
	/**
	 * How often a request is sent again after failures. Rate limits do not count. 0: it is never sent
	 * again, not even after a rate limit.
	 */
	maxRetries: number;
	/** Lets the next item start, after eight refusals of this request. */
	letNextPass?(): void;
}

export interface SendOptions extends RetryOptions {
	timeoutMs: number;
}

interface RetrySteps {
	/** The loop. */
	retry: Step;
	/** Waits out a pause that began while the key was recorded, sends, and lets the endpoint learn from the outcome. */
	sendInTurn: Step;
}

/**
 * Makes the steps that send a request within the limits of the account, and again as long as that is safe
 * and may help. `retry` is around `sendInTurn`; the steps between them happen for each try, within its
 * turn. The limiter gives a place; keys and names have turns, in steps of their own.
 *
 * A request whose endpoint was given up ends with an outcome. Both steps throw the reason of the signal if
 * it ends a wait, and what `next` throws.
 */
export function makeRetrySteps(options: RetryOptions, call: Call): RetrySteps {
	const { queue, signal, maxRetries } = options;
	const { clock } = queue.limiter;
	const line = queue.openLine(call);
	const { endpoint } = line;
	const patience = new Patience(endpoint, clock);

	const retry: Step = (next) => async () => {
		let attempts = 0;
		let failures = 0;
		let last: Outcome | undefined;
		let turn = line.enter({ signal, patience, waitMs: 0, isRetry: false });
		for (;;) {
			const unsent = await turn;
			let waitMs: number | undefined;
			try {
				if (unsent !== undefined) return { ...(last ?? unsent), attempts };
				last = await next();
				attempts += 1;
				const isRetry = last.kind !== 'rateLimited';
				waitMs = isRetry
					? calculateRetryWait(call, last, { failures, random: Math.random() })
					: patience.retryInMs();
				if (isRetry) failures += 1;
				if (maxRetries === 0 || failures > maxRetries) waitMs = undefined;
				// Before it leaves: a retry keeps its place for Concurrency.
				if (waitMs !== undefined) turn = line.enter({ signal, patience, waitMs, isRetry });
			} finally {
				void line.leave(last);
			}
			if (waitMs === undefined) return { ...last, attempts };
		}
	};

	const sendInTurn: Step = (next) => async () => {
		// A pause may have begun while a key was written.
		await endpoint.pause.waitForEnd(signal);
		const sentAt = clock.now();
		const outcome = await next();
		// The run ended before it was sent, such as during a login: this is no failure of the endpoint.
		if (outcome.kind === 'notSent') signal.throwIfAborted();
		const { refusals } = patience;
		if (outcome.kind === 'rateLimited') {
			queue.refusals += 1;
			patience.countRefusal(outcome);
		}
		if (patience.hasManyRefusals()) options.letNextPass?.();
		const isAlone = patience.isAlone();
		endpoint.learn(outcome, { execution: queue, sentAt, refusals, isAlone });
		// What this execution has waiting ends now.
		if (endpoint.breaker.isGivenUp()) queue.limiter.proceed();
		return outcome;
	};

	return { retry, sendInTurn };
}
