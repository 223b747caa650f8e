const INITIAL_LIMIT = 5;
const MAX_LIMIT = 50;
/** Responses may take this much longer than at best before it counts as a queue. */
const TOLERANCE = 1.25;
const TOLERANCE_MS = 20;
const CUT = 0.6;
/** Fewer responses are measured by chance. */
const SMALLEST_WINDOW = 10;

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
	/** The latency below which the latest cut has helped, and the limit before it. */
	private cut = { hopedMs: Infinity, limit: 0 };
	private count = 0;
	private totalMs = 0;
	/** When the limit was last examined. Requests sent before say nothing about it. */
	private examinedAt = 0;

	/** @param inFlight how many were in flight when it was sent, itself included */
	afterResponse(sentAt: number, now: number, inFlight: number): void {
		// Sent while few were in flight, it says nothing about the limit either.
		if (sentAt < this.examinedAt || inFlight < this.limit * 0.8) return;
		this.count += 1;
		this.totalMs += now - sentAt;
		if (this.count >= Math.max(this.limit, SMALLEST_WINDOW)) {
			this.closeWindow(this.totalMs / this.count, now);
		}
	}

	/** The service is overloaded: it was unavailable, or did not respond in time. */
	afterOverload(sentAt: number, now: number): void {
		if (sentAt >= this.examinedAt) this.shrink(now);
	}

	private closeWindow(meanMs: number, now: number): void {
		[this.count, this.totalMs, this.examinedAt] = [0, 0, now];
		const { hopedMs, limit } = this.cut;
		this.cut = { hopedMs: Infinity, limit: 0 };
		if (meanMs > hopedMs) {
			// Fewer requests are not faster: what slows them down is no queue of ours.
			[this.baselineMs, this.limit] = [meanMs, limit];
			return;
		}
		this.baselineMs = Math.min(meanMs, this.baselineMs);
		const usualMs = Math.max(this.baselineMs * TOLERANCE, this.baselineMs + TOLERANCE_MS);
		if (meanMs > usualMs) {
			this.cut = { hopedMs: (meanMs * (1 + CUT)) / 2, limit: this.limit };
			return this.shrink(now);
		}
		const step = this.isSlowStart ? this.limit : Math.ceil(Math.sqrt(this.limit) / 2);
		this.limit = Math.min(this.limit + step, MAX_LIMIT);
	}

	private shrink(now: number): void {
		this.limit = Math.max(1, Math.floor(this.limit * CUT));
		[this.count, this.totalMs, this.examinedAt, this.isSlowStart] = [0, 0, now, false];
	}
}
