import { getAskedMs, type Outcome } from '../outcome';
import type { Clock } from '../shared/clock';
import { MAX_WAIT_MS } from './breaker';
import type { Counts, Endpoint } from './endpoint';

/** A request ends after this many rate limits between which others passed, if most of the others pass. */
const MAX_RATE_LIMITS = 8;
const PASSING_SHARE = 0.75;
/** Between the tries while others pass, so that eight tries take some seconds. */
const PASSED_BY_MS = 1_000;
/** Where less than this share passes, waiting is in vain. */
const LEAST_SHARE = 0.1;

/**
 * How long a request accepts rate limits: eight between which others passed, while most of the others pass,
 * else five minutes of pauses. Time in line counts only while hardly anything passes.
 */
export class Patience {
	/** How many the request has met. */
	rateLimits = 0;
	/** How long it waits before it is sent again, beside the pause of the endpoint. */
	waitMs = 0;
	private readonly enteredAt: number;
	private readonly countsAtEntry: Counts;
	private countsAtFirstRateLimit?: Counts;
	private passedAtLastRateLimit = Infinity;
	private timesPassedBy = 0;
	private totalWaitMs = 0;

	constructor(
		private readonly endpoint: Endpoint,
		private readonly clock: Clock,
	) {
		this.enteredAt = clock.now();
		this.countsAtEntry = { ...endpoint.counts };
	}

	/** Before the endpoint learns from it. */
	recordRateLimit(outcome: Outcome): void {
		const { counts } = this.endpoint;
		this.rateLimits += 1;
		this.countsAtFirstRateLimit ??= { ...counts };
		// Once a limit is used up, nothing passes between two rate limits, but what was in flight may pass.
		if (counts.passed > this.passedAtLastRateLimit) this.timesPassedBy += 1;
		this.passedAtLastRateLimit = counts.passed;
		this.waitMs = Math.max(getAskedMs(outcome), this.timesPassedBy > 0 ? PASSED_BY_MS : 0);
		this.totalWaitMs += this.waitMs;
	}

	/** Whether the service limits this request and lets most others pass. */
	isLimitedWhileMostPass(): boolean {
		if (this.countsAtFirstRateLimit === undefined) return false;
		const { passed, limited } = this.countSince(this.countsAtFirstRateLimit);
		return passed > 0 && passed >= (passed + limited) * PASSING_SHARE;
	}

	/** Whether the request is not sent again. */
	isExhausted(): boolean {
		const isPassedBy = this.isLimitedWhileMostPass() && this.timesPassedBy >= MAX_RATE_LIMITS - 1;
		return isPassedBy || this.totalWaitMs > MAX_WAIT_MS;
	}

	hasManyRateLimits(): boolean {
		return this.rateLimits >= MAX_RATE_LIMITS;
	}

	/** Whether it has waited for five minutes, sent or not, while hardly anything passed. */
	hasWaitedInVain(): boolean {
		if (!this.endpoint.alwaysLimitsSome) return false;
		const waitedMs = this.clock.now() - this.enteredAt;
		const { passed, limited } = this.countSince(this.countsAtEntry);
		return waitedMs >= MAX_WAIT_MS && passed < (passed + limited) * LEAST_SHARE;
	}

	private countSince(before: Counts): Counts {
		const { passed, limited } = this.endpoint.counts;
		return { passed: passed - before.passed, limited: limited - before.limited };
	}
}
