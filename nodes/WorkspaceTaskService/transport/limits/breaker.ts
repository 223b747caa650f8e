import type { Outcome } from '../outcome';
import type { Clock } from './clock';

const FIRST_PAUSE_MS = 100;
/** If the service does not say how long. */
const MAX_PAUSE_MS = 3_000;
const FIRST_PROBE_MS = 1_000;
const MAX_PROBE_MS = 60_000;
/** Without a success, and longer if the service asks for more. */
const PATIENCE_MS = 3 * 60_000;
/** A service that asks for more is not waited for. */
const MAX_ASKED_MS = 5 * 60_000;
/** More between two failures is a computer that slept. */
const MAX_GAP_MS = 90_000;
const MAX_FAILURES = 20;

/** How long a refusal asks to wait; 0 if it does not say so. */
export function askedMsOf(outcome: Outcome): number {
	if (outcome.kind !== 'rateLimited') return 0;
	return Math.max((outcome.retryAt ?? 0) - outcome.response.at, 0);
}

/**
 * A half-open circuit breaker. A refusal pauses the account as long as the service asks, else for a
 * short, growing, jittered time. Meanwhile single probes go through after 1, 2, 4 … s, those of a
 * run without a failure after one second. A success ends the pause.
 *
 * It opens when nothing succeeded for three minutes, or for as long as the service asks, at most
 * five: then nothing waits, and a run ends after twenty failures in a row.
 */
export class Breaker {
	/** How the last failed request ended. */
	last: Outcome = { kind: 'notSent', cause: { message: '', hint: '' } };
	/** Pauses and probes since the last success. */
	rounds = 0;
	/** Of all requests of the account. */
	readonly counts = { passed: 0, refused: 0 };
	private pausedAt = -Infinity;
	private until = -Infinity;
	private sentAt = -Infinity;
	private failedAt?: number;
	private failingMs = 0;
	private patienceMs = PATIENCE_MS;
	/** Of each run since the last success. A refusal that may be waited for does not count. */
	private failures = new WeakMap<object, number>();

	constructor(private readonly clock: Clock) {}

	get isOpen(): boolean {
		return this.failingMs >= this.patienceMs;
	}

	isOpenFor(run: object): boolean {
		const isHopeless = this.isOpen || askedMsOf(this.last) > MAX_ASKED_MS;
		return isHopeless && (this.failures.get(run) ?? 0) >= MAX_FAILURES;
	}

	/** @param refusal of an item that waits to be sent again */
	isHopeless(run: object, refusal?: Outcome): boolean {
		return this.isOpenFor(run) || (this.isOpen && refusal !== undefined);
	}

	get isPaused(): boolean {
		return !this.isOpen && this.clock.now() < this.until;
	}

	nextSendAt(run: object): number {
		if (!this.isPaused) return -Infinity;
		const probeMs = FIRST_PROBE_MS * (this.failures.has(run) ? 2 ** (this.rounds - 1) : 1);
		return Math.min(this.until, this.sentAt + Math.min(probeMs, MAX_PROBE_MS));
	}

	afterSend(): void {
		this.sentAt = this.clock.now();
	}

	/** What was sent before a pause does not end it. */
	afterSuccess(sentAt: number): void {
		if (sentAt >= this.pausedAt) this.until = -Infinity;
		this.rounds = 0;
		this.counts.passed += 1;
		this.failedAt = undefined;
		this.failingMs = 0;
		this.failures = new WeakMap();
	}

	afterFailure(outcome: Outcome, run: object, sentAt: number): void {
		const now = this.clock.now();
		const askedMs = askedMsOf(outcome);
		const isRefusal = outcome.kind === 'rateLimited' && askedMs <= MAX_ASKED_MS;
		const counts = this.isOpen || !isRefusal;
		this.failures.set(run, (this.failures.get(run) ?? 0) + Number(counts));
		this.failingMs += Math.min(now - (this.failedAt ?? now), MAX_GAP_MS);
		this.failedAt = now;
		this.patienceMs = Math.max(PATIENCE_MS, Math.min(askedMs, MAX_ASKED_MS));
		this.last = outcome;
		if (outcome.kind === 'rateLimited') this.counts.refused += 1;
		if (isRefusal) this.pause(askedMs, sentAt);
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
		this.until = Math.max(this.until, now + (askedMs || ownMs * jitter));
	}
}
