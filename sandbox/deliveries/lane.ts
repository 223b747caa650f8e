/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { pause } from '../pause';
import type { Delivery } from '../records';

/** The deliveries of one webhook. */
export class Lane {
	readonly waiting: Delivery[] = [];
	sending = 0;
	/** Waiting, being sent or due for another attempt. */
	outstanding = 0;
	private readonly ending = new AbortController();
	private readonly timers = new Set<NodeJS.Timeout>();
	private heldBack: AbortController | null = null;

	/** Aborted when the lane ends. */
	get signal(): AbortSignal {
		return this.ending.signal;
	}

	get isHoldingBack(): boolean {
		return this.heldBack !== null;
	}

	/** Resolves when a delivery that began meanwhile has gone, at the latest after `limitMs`. */
	async holdBack(limitMs: number): Promise<void> {
		const overtaken = new AbortController();
		this.heldBack = overtaken;
		await pause(limitMs, AbortSignal.any([overtaken.signal, this.signal]));
		this.heldBack = null;
	}

	/** To be called when a delivery begins; the result when it has gone. */
	overtake(): () => void {
		const { heldBack } = this;
		return () => heldBack?.abort();
	}

	/** Not at all when the lane ends before. */
	later(afterMs: number, act: () => void): void {
		const timer = setTimeout(() => {
			this.timers.delete(timer);
			act();
		}, afterMs);
		this.timers.add(timer);
	}

	/** Aborts what is being sent and forgets the rest. */
	end(): void {
		this.ending.abort();
		for (const timer of this.timers) clearTimeout(timer);
	}
}
