import type { Clock } from './clock';

/** At most one timer: setting it again replaces the one before. */
export class Alarm {
	private set?: { at: number; end: AbortController };

	constructor(
		private readonly clock: Clock,
		private readonly ring: () => void,
	) {}

	/** @param at by the clock; undefined for never */
	setAt(at: number | undefined): void {
		if (this.set?.at === at) return;
		this.set?.end.abort();
		this.set = undefined;
		if (at === undefined) return;
		const set = { at, end: new AbortController() };
		this.set = set;
		const ring = () => {
			if (this.set === set) this.set = undefined;
			this.ring();
		};
		const waitMs = Math.max(at - this.clock.now(), 0);
		void this.clock.wait(waitMs, set.end.signal).then(ring, () => undefined);
	}
}
