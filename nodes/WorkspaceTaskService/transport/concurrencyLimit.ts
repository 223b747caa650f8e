const INITIAL_LIMIT = 5;
const MAX_LIMIT = 50;
/** Responses may take this much longer than at best before it counts as a queue. */
const TOLERANCE = 1.25;
const TOLERANCE_MS = 20;
/** Fewer responses are measured by chance. */
const SMALLEST_WINDOW = 10;
/** Then the baseline is measured again with half the limit, in case the service changed. */
const WINDOWS_PER_BASELINE = 200;

/**
 * How many requests an account should have in flight, learned from how long responses take: twice as
 * many while they stay as fast, then a few more, fewer as soon as they slow down. After Vegas and
 * Gradient2 of Netflix's concurrency-limits.
 */
export class ConcurrencyLimit {
	/** How many requests may be in flight; at least 1. */
	limit = INITIAL_LIMIT;
	/** Doubles until responses first slow down. */
	private isSlowStart = true;
	/** The mean latency of the fastest window so far. */
	private baselineMs = Infinity;
	private windows = 0;
	private count = 0;
	private totalMs = 0;
	/** Requests sent before say nothing about the limit. */
	private changedAt = 0;

	/** @param inFlight how many were in flight when it was sent, itself included */
	afterResponse(sentAt: number, now: number, inFlight: number): void {
		// Sent while few were in flight, it says nothing about the limit either.
		if (sentAt < this.changedAt || inFlight < this.limit * 0.8) return;
		this.count += 1;
		this.totalMs += now - sentAt;
		if (this.count >= Math.max(this.limit, SMALLEST_WINDOW))
			this.closeWindow(this.totalMs / this.count, now);
	}

	/** The service is overloaded: it was unavailable, or did not respond in time. */
	afterOverload(sentAt: number, now: number): void {
		if (sentAt >= this.changedAt) this.shrink(0.5, now);
	}

	private closeWindow(meanMs: number, now: number): void {
		[this.count, this.totalMs] = [0, 0];
		if (++this.windows > WINDOWS_PER_BASELINE) {
			this.shrink(0.5, now);
			[this.windows, this.baselineMs, this.isSlowStart] = [0, Infinity, true];
			return;
		}
		this.baselineMs = Math.min(meanMs, this.baselineMs);
		const usualMs = Math.max(this.baselineMs * TOLERANCE, this.baselineMs + TOLERANCE_MS);
		const gradient = usualMs / Math.max(meanMs, 1);
		if (gradient < 1) return this.shrink(Math.max(gradient, 0.5), now);
		const step = this.isSlowStart ? this.limit : Math.ceil(Math.sqrt(this.limit) / 2);
		this.limit = Math.min(this.limit + step, MAX_LIMIT);
	}

	private shrink(factor: number, now: number): void {
		this.limit = Math.max(1, Math.floor(this.limit * factor));
		[this.count, this.totalMs, this.changedAt, this.isSlowStart] = [0, 0, now, false];
	}
}
