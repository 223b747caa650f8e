import { systemClock } from '../time/clock';

export const MAX_DEEP_CREATES = 25;
const WINDOW_MS = 10 * 60 * 1000;

interface DeepCreate {
	/** By the clock. */
	sentAt: number;
}

/**
 * A sliding window: within ten minutes, at most 25 creates of generation 2 and more are sent that have
 * an effect, or may have an effect.
 */
export class DeepCreates {
	private readonly counted = new Set<DeepCreate>();

	/**
	 * Counts a create that is about to be sent.
	 * @returns undefined if the window is full
	 */
	count(): DeepCreate | undefined {
		const sentAt = systemClock.now();
		this.forgetUntil(sentAt - WINDOW_MS);
		if (this.counted.size >= MAX_DEEP_CREATES) return undefined;
		const create = { sentAt };
		this.counted.add(create);
		return create;
	}

	/** The create had no effect. */
	takeBack(create: DeepCreate): void {
		this.counted.delete(create);
	}

	private forgetUntil(at: number): void {
		for (const create of this.counted) {
			if (create.sentAt <= at) this.counted.delete(create);
		}
	}
}
