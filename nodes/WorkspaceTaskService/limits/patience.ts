import { getAskedMs, type Outcome } from '../outcome';
import type { Clock } from '../shared/clock';
import { MAX_WAIT_MS } from './breaker';
import type { Counts, Endpoint } from './endpoint';

/** A request ends after this many refusals between which others passed, if most of the others pass. */
const MAX_REFUSALS = 8;
const PASSING_SHARE = 0.75;
/** Between the tries while others pass, so that eight tries take some seconds. */
const PASSED_BY_MS = 1_000;
/** Where less than this share passes, waiting is in vain. */
const LEAST_SHARE = 0.1;

/**
 * How long a request accepts rate limits: eight refusals between which others passed, while most of the
 * others pass, else five minutes of pauses. Time in the queue counts only while hardly anything passes.
 */
export class Patience {
	refusals = 0;
	private readonly enteredAt: number;
	private readonly countsAtEntry: Counts;
	private countsAtRefusal?: Counts;
	private passedAtLastRefusal = Infinity;
	private timesPassedBy = 0;
	private pauseMs = 0;
	private pausesMs = 0;

	constructor(
		private readonly endpoint: Endpoint,
		private readonly clock: Clock,
	) {
		this.enteredAt = clock.now();
		this.countsAtEntry = { ...endpoint.counts };
	}

	/** Before the endpoint learns from it. */
	recordRefusal(refusal: Outcome): void {
		const { counts } = this.endpoint;
		this.refusals += 1;
		this.countsAtRefusal ??= { ...counts };
		// Once a limit is used up, nothing passes between two refusals, but what was in flight may pass.
		if (counts.passed > this.passedAtLastRefusal) this.timesPassedBy += 1;
		this.passedAtLastRefusal = counts.passed;
		this.pauseMs = Math.max(getAskedMs(refusal), this.timesPassedBy > 0 ? PASSED_BY_MS : 0);
		this.pausesMs += this.pauseMs;
	}

	/** Whether the service refuses this request and lets most others pass. */
	isRefusedWhileMostPass(): boolean {
		if (this.countsAtRefusal === undefined) return false;
		const { passed, refused } = this.countSince(this.countsAtRefusal);
		return passed > 0 && passed >= (passed + refused) * PASSING_SHARE;
	}

	/** In milliseconds, beside the pause of the endpoint; undefined if the request is not sent again. */
	choosePauseBeforeRetry(): number | undefined {
		const isPassedBy = this.isRefusedWhileMostPass() && this.timesPassedBy >= MAX_REFUSALS - 1;
		return isPassedBy || this.pausesMs > MAX_WAIT_MS ? undefined : this.pauseMs;
	}

	hasManyRefusals(): boolean {
		return this.refusals >= MAX_REFUSALS;
	}

	/** Whether it has waited for five minutes, sent or not, while hardly anything passed. */
	hasWaitedInVain(): boolean {
		if (!this.endpoint.refusesSome) return false;
		const waitedMs = this.clock.now() - this.enteredAt;
		const { passed, refused } = this.countSince(this.countsAtEntry);
		return waitedMs >= MAX_WAIT_MS && passed < (passed + refused) * LEAST_SHARE;
	}

	private countSince(before: Counts): Counts {
		const { passed, refused } = this.endpoint.counts;
		return { passed: passed - before.passed, refused: refused - before.refused };
	}
}
