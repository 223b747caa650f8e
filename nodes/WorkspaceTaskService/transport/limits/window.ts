import type { Outcome } from '../outcome';

/** Neither an account nor the Concurrency option gets more. */
const MAX_SIZE = 50;
const FIRST_SIZE = 8;

/**
 * How many requests of an account may be in flight: additive increase, multiplicative decrease. One
 * more per success until the first cut, then one more per round trip; half at most once per round
 * trip. So it settles around what the service takes, whatever its latency is.
 */
export class Window {
	size = FIRST_SIZE;
	private isFirstRise = true;
	private cutAt = -Infinity;
	private unavailableAt = -Infinity;

	/** @param inFlight how many there were: a window that is not used does not grow */
	afterSuccess(inFlight: number): void {
		if (inFlight * 2 < this.size) return;
		this.size = Math.min(this.size + (this.isFirstRise ? 1 : 1 / this.size), MAX_SIZE);
	}

	/** What was sent before the last cut says nothing about the size since then. */
	afterFailure(outcome: Outcome, sentAt: number, now: number): void {
		let isCut = outcome.kind === 'rateLimited';
		if (outcome.kind === 'noResponse') isCut = outcome.cause.isTimeout === true;
		if (outcome.kind === 'serverError' && outcome.response.status === 503) {
			// A single one per round trip may be chance.
			isCut = sentAt < this.unavailableAt;
			this.unavailableAt = now;
		}
		if (!isCut || sentAt < this.cutAt) return;
		this.size = Math.max(this.size / 2, 1);
		this.isFirstRise = false;
		this.cutAt = now;
	}
}
