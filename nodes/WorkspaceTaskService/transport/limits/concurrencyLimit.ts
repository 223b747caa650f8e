const INITIAL_LIMIT = 5;
const MAX_LIMIT = 50;
/** Responses may take this much longer than at best before it counts as a queue. */
const TOLERANCE = 1.25;
const TOLERANCE_MS = 20;
const CUT = 0.6;
const CEILING = 0.75;
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
	/** Doubles up to this: a little less than what was last too much. */
	private ceiling = MAX_LIMIT;
	/** The latency of the fastest window so far. */
	private baselineMs = Infinity;
	/** The latency below which the latest cut has helped, and the limit before it. */
	private cut = { hopedMs: Infinity, limit: 0 };
	/** Whether the latest window was slow. A single one may be chance. */
	private isSlow = false;
	/** Of the current window. */
	private latencies: number[] = [];
	/** When the limit was last examined. Requests sent before say nothing about it. */
	private examinedAt = 0;

	/** @param inFlight how many were in flight when it was sent, itself included */
	afterResponse(sentAt: number, now: number, inFlight: number): void {
		// Sent while few were in flight, it says nothing about the limit either.
		if (sentAt < this.examinedAt || inFlight < this.limit * 0.8) return;
		this.latencies.push(now - sentAt);
		if (this.latencies.length < Math.max(this.limit, SMALLEST_WINDOW)) return;
		// A queue slows down every response, a busy host only some: so not the mean.
		const sorted = this.latencies.sort((a, b) => a - b);
		this.closeWindow(sorted[Math.floor(sorted.length / 4)] ?? 0, now);
	}

	/** The service is overloaded: it was unavailable, or did not respond in time. */
	afterOverload(sentAt: number, now: number): void {
		if (sentAt >= this.examinedAt) this.shrink(1, now);
	}

	private closeWindow(windowMs: number, now: number): void {
		[this.latencies, this.examinedAt] = [[], now];
		const { hopedMs, limit } = this.cut;
		this.cut = { hopedMs: Infinity, limit: 0 };
		if (windowMs > hopedMs) {
			// Fewer requests are not faster: what slows them down is no queue of ours.
			[this.baselineMs, this.limit] = [windowMs, limit];
			return;
		}
		this.baselineMs = Math.min(windowMs, this.baselineMs);
		const usualMs = Math.max(this.baselineMs * TOLERANCE, this.baselineMs + TOLERANCE_MS);
		const wasSlow = this.isSlow;
		this.isSlow = windowMs > usualMs;
		if (this.isSlow) {
			if (!wasSlow) return;
			if (this.limit > INITIAL_LIMIT) this.cutBack(windowMs, now);
			// So few requests are no queue of ours.
			else this.baselineMs = windowMs;
			return;
		}
		const doubled = Math.min(this.limit * 2, this.ceiling);
		this.limit = Math.min(Math.max(this.limit + 1, doubled), MAX_LIMIT);
	}

	private cutBack(windowMs: number, now: number): void {
		const { limit } = this;
		this.shrink(INITIAL_LIMIT, now);
		this.cut = { hopedMs: (windowMs * (1 + this.limit / limit)) / 2, limit };
	}

	private shrink(least: number, now: number): void {
		this.ceiling = Math.floor(this.limit * CEILING);
		this.limit = Math.max(least, Math.floor(this.limit * CUT));
		[this.latencies, this.examinedAt] = [[], now];
	}
}
