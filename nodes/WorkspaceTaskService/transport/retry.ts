import type { Call } from '../api/calls';
import { MAX_WAIT_MS } from './limits/breaker';
import type { Endpoint } from './limits/endpoint';
import type { ExecutionQueue } from './limits/limiter';
import { askedMsOf, policyOf, waitBeforeRetry, type Outcome, type Step } from './outcome';

/** A request ends after this many refusals if at least this share of the other requests passes. */
const MAX_REFUSALS = 8;
const PASSING_SHARE = 0.75;
/** Between the tries while others pass, so that eight tries take some seconds. */
const PASSED_BY_MS = 1_000;

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
export function retrySteps(options: RetryOptions, call: Call): RetrySteps {
	const { queue, signal, maxRetries } = options;
	const { clock } = queue.limiter;
	const endpoint = queue.limiter.endpointOf(call);
	const patience = new Patience(endpoint);

	const retry: Step = (next) => async () => {
		let attempts = 0;
		let failures = 0;
		let last: Outcome | undefined;
		let turn = queue.enter({ endpoint, signal, waitMs: 0, isRetry: false });
		for (;;) {
			const unsent = await turn;
			let waitMs: number | undefined;
			try {
				if (unsent !== undefined) return { ...(last ?? unsent), attempts };
				last = await next();
				attempts += 1;
				const isRetry = policyOf(last).retried !== 'byLimiter';
				waitMs = isRetry
					? waitBeforeRetry(call, last, { failures, random: Math.random() })
					: patience.waitMs;
				if (isRetry) failures += 1;
				if (maxRetries === 0 || failures > maxRetries) waitMs = undefined;
				// Before it leaves: a retry keeps its place for Concurrency.
				if (waitMs !== undefined) turn = queue.enter({ endpoint, signal, waitMs, isRetry });
			} finally {
				void queue.leave(endpoint, last);
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
		const isLimited = outcome.kind === 'rateLimited';
		if (isLimited) queue.refusals += 1;
		const isAlone = isLimited && patience.countRefusal(outcome);
		if (patience.hasManyRefusals()) options.letNextPass?.();
		endpoint.learn(outcome, { execution: queue, sentAt, isAlone });
		// What this execution has waiting ends now.
		if (endpoint.breaker.isGivenUp()) queue.limiter.add(queue);
		return outcome;
	};

	return { retry, sendInTurn };
}

/**
 * With rate limits: a request is refused for good after eight refusals while most of the other requests
 * pass, else after five minutes of waits. Time in the queue does not count.
 */
class Patience {
	/** How long to wait, beside the pause of the endpoint. Undefined after the last refusal. */
	waitMs?: number;
	private refusals = 0;
	private waitedMs = 0;
	private countsBefore?: Endpoint['counts'];

	constructor(private readonly endpoint: Endpoint) {}

	/**
	 * Before the endpoint learns from the refusal.
	 * @returns whether the service refuses this request and lets most others pass
	 */
	countRefusal(outcome: Outcome): boolean {
		const { counts } = this.endpoint;
		this.countsBefore ??= { ...counts };
		const passed = counts.passed - this.countsBefore.passed;
		const refused = counts.refused - this.countsBefore.refused;
		const isAlone = passed > 0 && passed >= (passed + refused) * PASSING_SHARE;
		const leastMs = passed > 0 ? PASSED_BY_MS : 0;
		const waitMs = Math.max(askedMsOf(outcome), leastMs);
		this.refusals += 1;
		this.waitedMs += waitMs;
		const isOver = this.waitedMs > MAX_WAIT_MS || (isAlone && this.hasManyRefusals());
		this.waitMs = isOver ? undefined : waitMs;
		return isAlone;
	}

	hasManyRefusals(): boolean {
		return this.refusals >= MAX_REFUSALS;
	}
}
