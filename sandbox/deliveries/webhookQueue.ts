/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import type { Delivery } from '../records';

/** The deliveries of one webhook. */
export class WebhookQueue {
	readonly waiting: Delivery[] = [];
	sending = 0;
	/** Queued, in flight or due for a retry. */
	outstanding = 0;
	private readonly controller = new AbortController();
	private readonly timers = new Set<NodeJS.Timeout>();

	get signal(): AbortSignal {
		return this.controller.signal;
	}

	scheduleRetry(afterMs: number, retry: () => void): void {
		const timer = setTimeout(() => {
			this.timers.delete(timer);
			retry();
		}, afterMs);
		this.timers.add(timer);
	}

	end(): void {
		this.controller.abort();
		for (const timer of this.timers) clearTimeout(timer);
	}
}
