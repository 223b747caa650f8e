import type { Outcome } from '../outcome';
import { BOUNDS } from './bounds';
import type { ExecutionQueue } from './executionQueue';

/**
 * How many requests of an account may be in flight: additive increase, multiplicative decrease. One
 * more per success until the first cut, then one more per round trip; half at most once per round
 * trip. So it settles around what the service takes, whatever its latency is.
 */
export class Window {
	size: number = BOUNDS.window.first;
	private isFirstRise = true;
	private cutAt = -Infinity;
	private unclearAt = -Infinity;

	/** @param inFlight how many there were: a window that is not used does not grow */
	afterSuccess(
		inFlight: number,
		{ fastestMs }: ExecutionQueue,
		kind: string,
		tookMs: number,
	): void {
		const fastest = Math.min(fastestMs.get(kind) ?? Infinity, tookMs);
		fastestMs.set(kind, fastest);
		// A queue forms in the service.
		const isSlow = tookMs > 2 * fastest + BOUNDS.slowMs;
		if (inFlight * 2 < this.size || isSlow) return;
		const step = this.isFirstRise ? 1 : 1 / this.size;
		this.size = Math.min(this.size + step, BOUNDS.window.max);
	}

	/** What was sent before the last cut says nothing about the size since then. */
	afterFailure(outcome: Outcome, sentAt: number, now: number): void {
		let isCut = outcome.kind === 'rateLimited';
		const isTimeout = outcome.kind === 'noResponse' && outcome.cause.isTimeout === true;
		if (isTimeout || (outcome.kind === 'serverError' && outcome.response.status === 503)) {
			// A single one per round trip may be chance.
			isCut = sentAt < this.unclearAt;
			this.unclearAt = now;
		}
		if (!isCut || sentAt < this.cutAt) return;
		this.size = Math.max(this.size / 2, 1);
		this.isFirstRise = false;
		this.cutAt = now;
	}
}
