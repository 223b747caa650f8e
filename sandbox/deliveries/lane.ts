import { pause } from '../pause';
import type { Delivery } from '../records';

/** The deliveries of one webhook. */
export class Lane {
	readonly waiting: Delivery[] = [];
	sending = 0;
	private heldBack: AbortController | null = null;

	get isHoldingBack(): boolean {
		return this.heldBack !== null;
	}

	/** Resolves when a delivery that began meanwhile has gone, at the latest after `limitMs`. */
	async holdBack(limitMs: number, stopped: AbortSignal): Promise<void> {
		const overtaken = new AbortController();
		this.heldBack = overtaken;
		await pause(limitMs, AbortSignal.any([overtaken.signal, stopped]));
		this.heldBack = null;
	}

	/** To be called when a delivery begins; the result when it has gone. */
	overtake(): () => void {
		const { heldBack } = this;
		return () => heldBack?.abort();
	}
}
