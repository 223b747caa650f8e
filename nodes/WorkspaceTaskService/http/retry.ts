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
	retryInTurn: Step;
	/**
	 * Waits out a pause that began while the key was recorded, sends, and lets the endpoint and the patience of
	 * this request learn from the outcome.
	 */
	sendAfterPauseAndLearn: Step;
}

/**
 * Makes the steps that send a request within the limits of the account, and again as long as that is safe
 * and may help. `retryInTurn` is around `sendAfterPauseAndLearn`; the steps between them happen for each try, within its
 * turn in the limiter. Keys and names have turns of their own, in other steps.
 *
 * A request whose endpoint was given up ends with an outcome. Both steps throw the reason of the signal if
 * it ends a wait, and what `next` throws.
 */
export function makeRetrySteps(options: RetryOptions, call: Call): RetrySteps {
	const { queue, signal, maxRetries } = options;
	const { clock } = queue.limiter;
	const line = queue.getLine(call);
	const { endpoint } = line;
	const patience = new Patience(endpoint, clock);

	/** In how many milliseconds the request is sent again; undefined if it is not. */
	const calculateWaitBeforeRetry = (outcome: Outcome, failures: number): number | undefined => {
		if (maxRetries === 0) return undefined;
		if (outcome.kind === 'rateLimited') return patience.choosePauseBeforeRetry();
		if (failures >= maxRetries) return undefined;
		return calculateRetryWait(call, outcome, { failures, random: Math.random() });
	};

	const retryInTurn: Step = (next) => async () => {
		let attempts = 0;
		let failures = 0;
		let last: Outcome | undefined;
		let turn = line.waitForTurn({ signal, patience, waitMs: 0, isAfterFailure: false });
		for (;;) {
			const unsent = await turn;
			let waitMs: number | undefined;
			try {
				if (unsent !== undefined) return { ...(last ?? unsent), attempts };
				last = await next();
				attempts += 1;
				waitMs = calculateWaitBeforeRetry(last, failures);
				if (waitMs !== undefined) {
					const isAfterFailure = last.kind !== 'rateLimited';
					if (isAfterFailure) failures += 1;
					// Before it leaves: a retry keeps its place for Concurrency.
					turn = line.waitForTurn({ signal, patience, waitMs, isAfterFailure });
				}
			} finally {
				void line.endTurn(last);
			}
			if (waitMs === undefined) return { ...last, attempts };
		}
	};

	const sendAfterPauseAndLearn: Step = (next) => async () => {
		// A pause may have begun while a key was written.
		await endpoint.pause.waitForEnd(signal);
		const sentAt = clock.now();
		const outcome = await next();
		// The run ended before it was sent, such as during a login: this is no failure of the endpoint.
		if (outcome.kind === 'notSent') signal.throwIfAborted();
		const { refusals } = patience;
		if (outcome.kind === 'rateLimited') {
			queue.refusals += 1;
			patience.recordRefusal(outcome);
		}
		if (patience.hasManyRefusals()) options.letNextPass?.();
		const isRefusedWhileMostPass = patience.isRefusedWhileMostPass();
		endpoint.learn(outcome, { run: queue, sentAt, refusals, isRefusedWhileMostPass });
		// What this execution has waiting ends now.
		if (endpoint.breaker.isGivenUp()) queue.limiter.startAllowedRequests();
		return outcome;
	};

	return { retryInTurn, sendAfterPauseAndLearn };
}
