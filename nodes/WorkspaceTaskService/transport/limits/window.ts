/** Neither an account nor the Concurrency option gets more. */
const MAX_SIZE = 50;
const FIRST_SIZE = 8;

/**
 * How many requests of an account may be in flight: additive increase, multiplicative decrease. One
 * more per success until the first cut, then one more per round trip; half at most once per round
 * trip. So it settles around what the service takes, whatever its latency is. Times are those of
 * the clock.
 */
export class Window {
	size = FIRST_SIZE;
	private isFirstRise = true;
	private cutAt = -Infinity;
	private unavailableAt = -Infinity;

	/** @param inFlight how many there were: a window that is not used does not grow */
	grow(inFlight: number): void {
		if (inFlight * 2 < this.size) return;
		this.size = Math.min(this.size + (this.isFirstRise ? 1 : 1 / this.size), MAX_SIZE);
	}

	/** What was sent before the last cut says nothing about the size since then. */
	cut(sentAt: number, now: number): void {
		if (sentAt < this.cutAt) return;
		this.size = Math.max(this.size / 2, 1);
		this.isFirstRise = false;
		this.cutAt = now;
	}

	/** After a 503. One in a round trip may be chance. */
	cutIfRepeated(sentAt: number, now: number): void {
		if (sentAt < this.unavailableAt) this.cut(sentAt, now);
		this.unavailableAt = now;
	}
}
