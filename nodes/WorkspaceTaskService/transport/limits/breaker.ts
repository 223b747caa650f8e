import type { Outcome } from '../outcome';
import type { Clock } from '../../time';

const FIRST_PAUSE_MS = 100;
/** If the service does not say how long. */
const MAX_PAUSE_MS = 3_000;
const FIRST_PROBE_MS = 1_000;
const MAX_PROBE_MS = 60_000;
/** Without a success, and longer if the service asks for more. */
const MAX_FAILING_MS = 3 * 60_000;
/** A service that asks for more is not waited for. */
const MAX_ASKED_MS = 5 * 60_000;
/** A longer gap between two failures means that the computer was asleep. */
const MAX_GAP_MS = 90_000;

/** How long a refusal asks to wait; 0 if it does not say so. */
export function askedMsOf(outcome: Outcome): number {
	if (outcome.kind !== 'rateLimited') return 0;
	return Math.max((outcome.retryAt ?? 0) - outcome.response.at, 0);
}

/**
 * A half-open circuit breaker. A refusal pauses the account as long as the service asks, else for a
 * short, growing, jittered time. Meanwhile single probes go through after 1, 2, 4 … s. A success ends
 * the pause. When nothing succeeded for three minutes, or for as long as the service asks, at most
 * five, the account is given up until the next success: nothing waits any more.
 */
export class Breaker {
	/** How the last failed request ended. */
	last: Outcome = { kind: 'notSent', cause: { message: '', hint: '' } };
	/** Of all requests of the account. */
	readonly counts = { passed: 0, refused: 0 };
	/** Pauses and probes since the last success. */
	private rounds = 0;
	private pausedAt = -Infinity;
	private pausedUntil = -Infinity;
	private sentAt = -Infinity;
	private failedAt?: number;
	private failingMs = 0;
	private maxFailingMs = MAX_FAILING_MS;

	constructor(private readonly clock: Clock) {}

	/** Nothing succeeded for long. */
	get isGivenUp(): boolean {
		return this.failingMs >= this.maxFailingMs;
	}

	/** No refusal is waited for, also because the last one asks for too much. */
	get waitsForNothing(): boolean {
		return this.isGivenUp || askedMsOf(this.last) > MAX_ASKED_MS;
	}

	/** A refusal since the last success. */
	get isFailing(): boolean {
		return this.rounds > 0;
	}

	get isPaused(): boolean {
		return !this.isGivenUp && this.clock.now() < this.pausedUntil;
	}

	/** @param isFirst of its run */
	nextSendAt(isFirst: boolean): number {
		if (!this.isPaused) return -Infinity;
		const probeMs = isFirst ? FIRST_PROBE_MS : FIRST_PROBE_MS * 2 ** (this.rounds - 1);
		return Math.min(this.pausedUntil, this.sentAt + Math.min(probeMs, MAX_PROBE_MS));
	}

	afterSend(): void {
		this.sentAt = this.clock.now();
	}

	/** What was sent before a pause does not end it. */
	afterSuccess(sentAt: number): void {
		this.counts.passed += 1;
		this.failedAt = undefined;
		this.failingMs = 0;
		if (sentAt < this.pausedAt) return;
		this.pausedUntil = -Infinity;
		this.rounds = 0;
	}

	afterFailure(outcome: Outcome, sentAt: number): void {
		const now = this.clock.now();
		const askedMs = askedMsOf(outcome);
		this.last = outcome;
		this.failingMs += Math.min(now - (this.failedAt ?? now), MAX_GAP_MS);
		this.failedAt = now;
		this.maxFailingMs = Math.max(MAX_FAILING_MS, Math.min(askedMs, MAX_ASKED_MS));
		if (outcome.kind !== 'rateLimited') return;
		this.counts.refused += 1;
		if (askedMs <= MAX_ASKED_MS) this.pause(askedMs, sentAt);
	}

	private pause(askedMs: number, sentAt: number): void {
		const now = this.clock.now();
		if (sentAt >= this.pausedAt) {
			this.rounds += 1;
			this.pausedAt = now;
			this.sentAt = now;
		}
		const ownMs = Math.min(FIRST_PAUSE_MS * 2 ** (this.rounds - 1), MAX_PAUSE_MS);
		const jitter = 0.5 + this.clock.random() / 2;
		this.pausedUntil = Math.max(this.pausedUntil, now + (askedMs || ownMs * jitter));
	}
}
