import type { Clock } from '../../time/clock';

/** A pause for which the service names no time: half of the time since the last success, within these. */
const PAUSE_MS = { min: 100, max: 3_000 };
/** The longest pause that is kept, and the patience with rate limits. */
export const MAX_WAIT_MS = 5 * 60_000;
/** After a time in which all was refused, sends are spaced by this share of it, less with each success. */
const SPACING = { share: 1 / 300, decay: 0.98 };

/** Until when the service asked the account to wait. `since`: when that endpoint began to fail. */
export interface AskedPause {
	since: number;
	until: number;
}

/**
 * The pauses of one endpoint, with jitter, so that processes that share a limit do not ask in step.
 * And pacing: a process that finds the limit free again leaves some of it to the others.
 */
export class Pause {
	private passedAt = -Infinity;
	private ownUntil = -Infinity;
	private spacingMs = 0;
	private spacedUntil = -Infinity;

	constructor(
		private readonly clock: Clock,
		private readonly asked: AskedPause,
	) {}

	/** A pause that another endpoint was asked for holds until something passes here. */
	get until(): number {
		const { asked, passedAt, ownUntil } = this;
		return passedAt < asked.since ? Math.max(ownUntil, asked.until) : ownUntil;
	}

	/** When the next request may be sent, by the clock. */
	get nextAt(): number {
		return Math.max(this.until, this.spacedUntil);
	}

	sent(): void {
		this.spacedUntil = this.clock.now() + this.spacingMs * (0.5 + this.clock.random());
	}

	/** @param refusedMs how long everything was refused until now */
	passed(refusedMs: number): void {
		this.passedAt = this.clock.now();
		this.spacingMs = Math.max(this.spacingMs * SPACING.decay, refusedMs * SPACING.share);
	}

	/**
	 * @param askedMs 0 if the service names no time
	 * @param since when the endpoint began to fail
	 */
	refused(askedMs: number, since: number): void {
		const { asked, clock } = this;
		const now = clock.now();
		const jitter = clock.random();
		const ownMs = Math.min(Math.max((now - since) / 2, PAUSE_MS.min), PAUSE_MS.max);
		const isKept = askedMs > 0 && askedMs <= MAX_WAIT_MS;
		const until = now + (isKept ? askedMs + PAUSE_MS.min * jitter : (ownMs * (1 + jitter)) / 2);
		this.ownUntil = Math.max(this.ownUntil, until);
		if (!isKept) return;
		asked.since = since;
		asked.until = Math.max(asked.until, until);
	}
}
