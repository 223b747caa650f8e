import type { Method, Outcome, Send } from '../outcome';
import { BOUNDS } from './bounds';
import { askedMsOf, type Breaker } from './breaker';

type Counts = Breaker['counts'];

export interface QueueOptions {
	item: number;
	method?: Method;
	/**
	 * When a failed request is sent again, in milliseconds from now; undefined for never. Without a
	 * policy, it is sent once, also after a rate limit.
	 */
	retryIn?(outcome: Outcome, failures: number): number | undefined;
}

/**
 * A request with its own patience: it ends after eight rate limits while others pass, else after five
 * minutes of waits. What it spends in the queue does not count.
 */
export class QueuedRequest {
	last?: Outcome;
	rateLimits = 0;
	/** By the clock. */
	readyAt = -Infinity;
	private failures = 0;
	private waitsMs = 0;
	private before?: Counts;

	constructor(
		readonly send: Send,
		readonly options: QueueOptions,
		readonly resolve: (outcome: Outcome) => void,
		readonly reject: (reason: unknown) => void,
	) {}

	get item(): number {
		return this.options.item;
	}

	/** @returns whether it is sent again, at `readyAt` */
	isRetried(outcome: Outcome, counts: Counts, now: number): boolean {
		this.last = outcome;
		const waitMs =
			outcome.kind === 'rateLimited'
				? this.waitAfterRateLimit(outcome, counts)
				: this.options.retryIn?.(outcome, this.failures++);
		this.readyAt = now + (waitMs ?? 0);
		return waitMs !== undefined;
	}

	private waitAfterRateLimit(outcome: Outcome, counts: Counts): number | undefined {
		this.rateLimits += 1;
		const ownMs = this.rateLimits > BOUNDS.quickTries ? BOUNDS.laterWaitMs : 0;
		const waitMs = Math.max(askedMsOf(outcome), ownMs);
		this.waitsMs += waitMs;
		this.before ??= { ...counts };
		if (this.options.retryIn === undefined || this.waitsMs >= BOUNDS.waitsMs) return undefined;
		const passed = counts.passed - this.before.passed;
		const all = passed + counts.rateLimited - this.before.rateLimited;
		const isAlone = passed > 0 && passed >= all * BOUNDS.passingShare;
		return isAlone && this.rateLimits >= BOUNDS.rateLimits ? undefined : waitMs;
	}
}
