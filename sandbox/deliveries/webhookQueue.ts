/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import type { Delivery } from '../records';

/** The deliveries of one webhook. */
export class WebhookQueue {
	readonly waiting: Delivery[] = [];
	sending = 0;
	/** Waiting, being sent or due for another attempt. */
	outstanding = 0;
	private readonly ending = new AbortController();
	private readonly timers = new Set<NodeJS.Timeout>();

	/** Aborted when the queue ends. */
	get signal(): AbortSignal {
		return this.ending.signal;
	}

	/** Not at all when the queue ends before. */
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
