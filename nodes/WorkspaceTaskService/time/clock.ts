import { sleep } from 'n8n-workflow';

import { untilAborted } from './abort';

export interface Clock {
	/** Milliseconds of a monotonic clock: setting the date does not change it. */
	now(): number;
	/** From 0 up to 1. */
	random(): number;
	/** Rejects with the reason of the signal if that ends the wait. */
	wait(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
	now: () => performance.now(),
	random: () => Math.random(),
	async wait(ms, signal) {
		if (signal === undefined) return await sleep(ms);
		// Otherwise the rejection of the sleep would be unhandled.
		signal.throwIfAborted();
		// Older hosts have a sleep that knows no signal.
		await untilAborted(signal, sleep(ms, AbortSignal.any([signal])));
	},
};

/** A single timer, which is set again as often as needed. It may ring early. */
export class Alarm {
	private timer?: { at: number; end: AbortController };

	constructor(
		private readonly clock: Clock,
		private readonly ring: () => void,
	) {}

	/** @param at by the clock; infinite for never */
	set(at: number): void {
		const willRing = at < Infinity;
		if (willRing && this.timer !== undefined && this.timer.at <= at) return;
		this.timer?.end.abort();
		this.timer = undefined;
		if (willRing) this.start(at);
	}

	private start(at: number): void {
		const end = new AbortController();
		this.timer = { at, end };
		const ring = () => {
			this.timer = undefined;
			this.ring();
		};
		const waitMs = Math.max(at - this.clock.now(), 0);
		void this.clock.wait(waitMs, end.signal).then(ring, () => {});
	}
}
