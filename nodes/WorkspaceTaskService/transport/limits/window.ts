import type { Clock } from '../../time/clock';

const FIRST_SIZE = 8;
export const MAX_SIZE = 50;

/**
 * How many requests of an endpoint may be in flight. Additive increase, multiplicative decrease: each
 * success adds a place until the first cut, and then each round trip; a cut halves the places, at most
 * once per round trip.
 */
export class SendWindow {
	private size = FIRST_SIZE;
	private isUncut = true;
	private cutAt = -Infinity;

	constructor(private readonly clock: Clock) {}

	/** For an execution that has requests in flight. */
	get places(): number {
		return Math.floor(this.size);
	}

	/**
	 * For an execution with nothing in flight: slow executions keep it out only if they hold all of these
	 * places. They are many until the service first says that it receives too much. Then many executions
	 * with a single item must respect the window too.
	 */
	get sharedPlaces(): number {
		const twice = 2 * this.places;
		return this.isUncut ? Math.max(twice, MAX_SIZE) : twice;
	}

	/** A window that is not used does not grow. */
	grow(inFlight: number): void {
		const isUsed = inFlight * 2 >= this.size;
		if (!isUsed) return;
		const step = this.isUncut ? 1 : 1 / this.size;
		this.size = Math.min(this.size + step, MAX_SIZE);
	}

	/** What was sent before the last cut says nothing about the size since then. */
	cut(sentAt: number): void {
		if (sentAt < this.cutAt) return;
		this.size = Math.max(this.size / 2, 1);
		this.isUncut = false;
		this.cutAt = this.clock.now();
	}
}
