import type { Clock } from '../../time';
import type { Outcome } from '../outcome';
import { announcedBudget } from '../rateLimit';
import { BOUNDS } from './bounds';

interface Pause {
	kind: 'paused';
	since: number;
	/** When it ends without a probe. */
	until: number;
	/** How many probes were rate limited. */
	round: number;
}

type State = { kind: 'closed' | 'open' } | Pause;

const NOT_YET = { since: -Infinity, until: -Infinity, round: 0 };

/** How long a rate limit asks to wait; 0 if it does not say so. */
export function askedMsOf(outcome: Outcome): number {
	if (outcome.kind !== 'rateLimited') return 0;
	return Math.max((outcome.retryAt ?? 0) - outcome.response.at, 0);
}

/**
 * A half-open circuit breaker. Closed: requests pass. Paused by a rate limit, as long as the service
 * asks, else for a short, growing, jittered time: single probes pass after 1, 2, 4 … s, and the
 * success of one closes it. Open when nothing succeeded for three minutes of trying, or for as long
 * as the service asks, at most five: one probe at a time passes, and its success closes it.
 */
export class Breaker {
	/** How the last failed request ended. */
	last: Outcome = { kind: 'notSent', cause: { message: '', hint: '' } };
	readonly counts = { passed: 0, rateLimited: 0 };
	private state: State = { kind: 'closed' };
	/** When the last request was sent, or the pause began. */
	private probedAt = -Infinity;
	/** How many requests the service announced to take, and until when. */
	private budget?: { left: number; until: number };
	/** How long everything had failed at the last failure. */
	private failing: { ms: number; at?: number } = { ms: 0 };
	private idleSince?: number;

	constructor(private readonly clock: Clock) {}

	get isOpen(): boolean {
		return this.state.kind === 'open';
	}

	get isPaused(): boolean {
		return this.state.kind === 'paused';
	}

	/**
	 * When a request may be sent, by the clock.
	 * @param isFirst of its execution
	 * @param isAbove the window: beside a probe, it would be rate limited
	 */
	sendAt(isFirst: boolean, isAbove: boolean): number {
		const { state, probedAt } = this;
		const budgetAt = this.budgetAt();
		if (state.kind !== 'paused') return budgetAt;
		const { first, max } = BOUNDS.probeMs;
		const probeMs = isFirst ? first : Math.min(first * 2 ** (state.round - 1), max);
		const at = Math.min(state.until, probedAt + probeMs);
		return Math.max(at, budgetAt, isAbove ? probedAt + first : -Infinity);
	}

	/** After the reset one request goes first, because its response announces the next budget. */
	private budgetAt(): number {
		const { probedAt, budget } = this;
		if (budget === undefined || budget.left > 0) return -Infinity;
		const probeAt = probedAt + BOUNDS.budgetProbeMs;
		return probedAt < budget.until ? Math.min(budget.until, probeAt) : probeAt;
	}

	/** @returns takes it back, if it asked nobody */
	afterSend(): () => void {
		const { probedAt, budget } = this;
		const now = this.clock.now();
		this.probedAt = now;
		if (budget !== undefined) budget.left -= 1;
		return () => {
			if (this.probedAt === now) this.probedAt = probedAt;
			if (budget !== undefined) budget.left += 1;
		};
	}

	/**
	 * What was sent before a pause does not end it.
	 * @param inFlight the other requests, which may use up what the service announces
	 */
	afterSuccess(outcome: Outcome, sentAt: number, inFlight: number): void {
		this.counts.passed += 1;
		this.failing = { ms: 0 };
		const announced = 'response' in outcome ? announcedBudget(outcome.response) : undefined;
		this.budget = announced && {
			left: announced.remaining - inFlight,
			until: this.clock.now() + announced.resetMs,
		};
		if (this.state.kind !== 'paused' || sentAt >= this.state.since) this.state = { kind: 'closed' };
	}

	afterFailure(outcome: Outcome, sentAt: number): void {
		const now = this.clock.now();
		const askedMs = askedMsOf(outcome);
		const isTooLong = askedMs > BOUNDS.askedMs;
		const sinceMs = Math.min(now - (this.failing.at ?? now), BOUNDS.gapMs);
		const ms = this.failing.ms + (isTooLong ? BOUNDS.tooLongMs : sinceMs);
		const maxMs = isTooLong ? BOUNDS.failingMs : Math.max(BOUNDS.failingMs, askedMs);
		if (ms >= maxMs) this.state = { kind: 'open' };
		this.failing = { ms, at: now };
		this.last = outcome;
		this.budget = undefined;
		if (outcome.kind !== 'rateLimited') return;
		this.counts.rateLimited += 1;
		if (!this.isOpen && !isTooLong) this.pause(askedMs, sentAt);
	}

	/** Nothing waits or is in flight: such time does not count. */
	idle(): void {
		this.failing.at = undefined;
		this.idleSince ??= this.clock.now();
	}

	/** After a quiet minute, earlier failures do not count. */
	wake(): void {
		const isQuiet = this.clock.now() - (this.idleSince ?? Infinity) >= BOUNDS.quietMs;
		this.idleSince = undefined;
		if (!isQuiet) return;
		this.failing = { ms: 0 };
		if (this.isOpen) this.state = { kind: 'closed' };
	}

	private pause(askedMs: number, sentAt: number): void {
		const now = this.clock.now();
		const { since, until, round } = this.state.kind === 'paused' ? this.state : NOT_YET;
		const isProbe = sentAt >= since;
		if (isProbe) this.probedAt = now;
		const next = round + Number(isProbe);
		const { first, max } = BOUNDS.pauseMs;
		const ownMs = Math.min(first * 2 ** (next - 1), max) * (0.5 + this.clock.random() / 2);
		this.state = {
			kind: 'paused',
			since: isProbe ? now : since,
			until: Math.max(until, now + (askedMs || ownMs)),
			round: next,
		};
	}
}
