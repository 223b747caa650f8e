import type { Clock } from '../../time/clock';

/**
 * Bounds of a pause for which the service names no time: half of the time since the endpoint began to
 * fail.
 */
const PAUSE_MS = { min: 100, max: 3_000 };
/** The longest pause, and the patience with rate limits. */
export const MAX_WAIT_MS = 5 * 60_000;
/** After a time in which all was refused, sends are spaced by this share of it, less with each success. */
const SPACING = { share: 1 / 300, decay: 0.98 };

/**
 * The last pause that the service asked for: an object that all endpoints of an account share. By the
 * clock.
 */
export interface RequestedPause {
	/** When the endpoint that was refused began to fail. */
	failingSince: number;
	until: number;
}

/**
 * The pauses that hold for an endpoint: its own and the account's, with jitter, so that processes that
 * share a limit do not ask in step. And pacing: a process that finds the limit free again leaves some of
 * it to the others.
 */
export class Pause {
	private passedAt = -Infinity;
	private ownUntil = -Infinity;
	private spacingMs = 0;
	private spacedUntil = -Infinity;

	constructor(
		private readonly clock: Clock,
		private readonly requested: RequestedPause,
	) {}

	/**
	 * A pause that was requested at a different endpoint holds until something passes here, also if it was
	 * sent before the pause.
	 */
	get until(): number {
		const hasPassedSince = this.passedAt >= this.requested.failingSince;
		return hasPassedSince ? this.ownUntil : Math.max(this.ownUntil, this.requested.until);
	}

	/** When the next request may be sent, by the clock. */
	get nextAt(): number {
		return Math.max(this.until, this.spacedUntil);
	}

	sent(): void {
		const spacingMs = this.spacingMs * (0.5 + this.clock.random());
		this.spacedUntil = this.clock.now() + spacingMs;
	}

	/** @param refusedMs how long everything was refused until now */
	passed(refusedMs: number): void {
		this.passedAt = this.clock.now();
		const ownMs = refusedMs * SPACING.share;
		this.spacingMs = Math.max(this.spacingMs * SPACING.decay, ownMs);
	}

	/**
	 * @param askedMs 0 if the service names no time. More than five minutes may be meant for a single item:
	 * then this is as short as if no time was named
	 * @param failingSince when the endpoint began to fail
	 */
	refused(askedMs: number, failingSince: number): void {
		const now = this.clock.now();
		const jitter = this.clock.random();
		const isKept = askedMs > 0 && askedMs <= MAX_WAIT_MS;
		if (isKept) {
			const until = now + askedMs + PAUSE_MS.min * jitter;
			this.holdUntil(until);
			this.requested.failingSince = failingSince;
			this.requested.until = Math.max(this.requested.until, until);
		} else {
			const halfMs = (now - failingSince) / 2;
			const longestMs = Math.min(Math.max(halfMs, PAUSE_MS.min), PAUSE_MS.max);
			this.holdUntil(now + (longestMs * (1 + jitter)) / 2);
		}
	}

	/** Five minutes, for this endpoint alone. */
	givenUp(): void {
		this.holdUntil(this.clock.now() + MAX_WAIT_MS);
	}

	private holdUntil(until: number): void {
		this.ownUntil = Math.max(this.ownUntil, until);
	}
}
