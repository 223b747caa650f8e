import type { LimitedRun, LineEntry } from '../limits/limiter';
import { Patience } from '../limits/patience';
import { calculateBackoffMs, isRetried, type Outcome, type Step } from '../outcome';
import type { Call } from '../service/calls';

interface RetryOptions {
	limitedRun: LimitedRun;
	/** Ends every wait; nothing is sent afterwards. */
	signal: AbortSignal;
	/**
	 * How often a request is sent again after failures. Rate limits do not count. 0: it is never sent
	 * again, not even after a rate limit.
	 */
	maxRetries: number;
	/** Lets the next item start, after this request met eight rate limits. */
	letNextPass?(): void;
}

export interface SendOptions extends RetryOptions {
	timeoutMs: number;
}

/** How a request enters its line again. */
type Retry = Pick<LineEntry, 'waitMs' | 'isAfterFailure'>;

const FIRST_TRY: Retry = { waitMs: 0, isAfterFailure: false };

interface RetrySteps {
	/** The loop: enter the line, send, leave. */
	retryWithinLimits: Step;
	/**
	 * Waits out a pause that began while the key was recorded, sends, and lets the endpoint and the patience of
	 * this request learn from the outcome.
	 */
	sendAndLearn: Step;
}

/**
 * Makes the steps that send a request within the limits of the account, and again as long as that is safe
 * and may help. `retryWithinLimits` is around `sendAndLearn`; the steps between them happen for each try, once
 * it may be sent.
 *
 * A request whose endpoint was given up ends with an outcome. Both steps throw the reason of the signal if
 * it ends a wait, and what `next` throws.
 */
export function makeRetrySteps(options: RetryOptions, call: Call): RetrySteps {
	const { limitedRun, signal, maxRetries } = options;
	const { clock } = limitedRun.limiter;
	const line = limitedRun.getLine(call);
	const { endpoint } = line;
	const patience = new Patience(endpoint, clock);

	/**
	 * Undefined if the request is not sent again.
	 * @param failures before this outcome
	 */
	const decideRetry = (outcome: Outcome, failures: number): Retry | undefined => {
		if (maxRetries === 0) return undefined;
		if (outcome.kind === 'rateLimited') {
			if (patience.isExhausted()) return undefined;
			return { waitMs: patience.waitMs, isAfterFailure: false };
		}
		if (failures >= maxRetries || !isRetried(call, outcome)) return undefined;
		return { waitMs: calculateBackoffMs(failures, Math.random()), isAfterFailure: true };
	};

	const retryWithinLimits: Step = (next) => async () => {
		let attempts = 0;
		let failures = 0;
		let last: Outcome | undefined;
		let entered = line.enter({ signal, patience, ...FIRST_TRY });
		for (;;) {
			const unsent = await entered;
			let retry: Retry | undefined;
			try {
				if (unsent !== undefined) return { ...(last ?? unsent), attempts };
				last = await next();
				attempts += 1;
				retry = decideRetry(last, failures);
				if (retry?.isAfterFailure) failures += 1;
				// Before it leaves: Concurrency still counts it.
				if (retry !== undefined) entered = line.enter({ signal, patience, ...retry });
			} finally {
				void line.leave(last);
			}
			if (retry === undefined) return { ...last, attempts };
		}
	};

	const sendAndLearn: Step = (next) => async () => {
		// A pause may have begun while a key was written.
		await endpoint.pause.waitForEnd(signal);
		const sentAt = clock.now();
		const outcome = await next();
		// The run ended before it was sent, such as during a login: this is no failure of the endpoint.
		if (outcome.kind === 'notSent') signal.throwIfAborted();
		const { rateLimits } = patience;
		if (outcome.kind === 'rateLimited') {
			limitedRun.rateLimits += 1;
			patience.recordRateLimit(outcome);
		}
		if (patience.hasManyRateLimits()) options.letNextPass?.();
		const isLimitedWhileMostPass = patience.isLimitedWhileMostPass();
		endpoint.learn(outcome, { run: limitedRun, sentAt, rateLimits, isLimitedWhileMostPass });
		// What this run has waiting ends now.
		if (endpoint.breaker.isGivenUp()) limitedRun.limiter.startAllowedRequests();
		return outcome;
	};

	return { retryWithinLimits, sendAndLearn };
}
