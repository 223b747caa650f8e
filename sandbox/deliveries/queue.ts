/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import type { Journal } from '../journal';
import type { Delivery } from '../records';
import type { Store } from '../store/store';
import type { Outcome, Sender } from './send';
import { judge } from './verdict';

const MOST_AT_ONCE_PER_WEBHOOK = 4;

interface Lane {
	waiting: Delivery[];
	sending: number;
}

interface Parts {
	store: Store;
	journal: Journal;
	sender: Sender;
	/** Waits before the 2nd, 3rd, … attempt; none left means giving up. */
	retryDelaysMs: readonly number[];
}

/** Sends notifications in the background, each webhook at its own pace. The store owns them. */
export class DeliveryQueue {
	private lanes = new Map<number, Lane>();
	private timers = new Set<NodeJS.Timeout>();
	private run = new AbortController();
	private outstanding = 0;
	private idleListeners: Array<() => void> = [];

	constructor(private readonly parts: Parts) {}

	enqueue(deliveries: Delivery[]): void {
		this.outstanding += deliveries.length;
		for (const delivery of deliveries) this.admit(delivery);
	}

	/** Resolves once nothing is waiting, being sent or due for another attempt. */
	idle(): Promise<void> {
		if (this.outstanding === 0) return Promise.resolve();
		return new Promise((resolve) => this.idleListeners.push(resolve));
	}

	/** Aborts what is being sent and forgets the rest; the store still holds it as due. */
	stop(): void {
		this.run.abort();
		this.run = new AbortController();
		for (const timer of this.timers) clearTimeout(timer);
		this.timers.clear();
		this.lanes.clear();
		this.outstanding = 0;
		this.announceIdle();
	}

	private admit(delivery: Delivery): void {
		const lane = this.lanes.get(delivery.webhook_id) ?? { waiting: [], sending: 0 };
		this.lanes.set(delivery.webhook_id, lane);
		lane.waiting.push(delivery);
		this.fill(lane);
	}

	private fill(lane: Lane): void {
		while (lane.sending < MOST_AT_ONCE_PER_WEBHOOK) {
			const delivery = lane.waiting.shift();
			if (!delivery) return;
			lane.sending += 1;
			void this.deliver(delivery, lane);
		}
	}

	private async deliver(delivery: Delivery, lane: Lane): Promise<void> {
		const { signal } = this.run;
		const at = new Date().toISOString();
		const outcome = await this.attempt(delivery, signal);
		if (signal.aborted) return;
		lane.sending -= 1;
		if (outcome) this.settle({ ...delivery, attempts: delivery.attempts + 1 }, outcome, at);
		else this.finish(delivery, 'abandoned');
		this.fill(lane);
	}

	private async attempt(delivery: Delivery, signal: AbortSignal): Promise<Outcome | undefined> {
		const url = this.parts.store.webhooks.activeUrl(delivery.webhook_id);
		return url === undefined ? undefined : await this.parts.sender.send(url, delivery, signal);
	}

	private settle(delivery: Delivery, outcome: Outcome, at: string): void {
		this.parts.journal.addDelivery({
			webhookId: delivery.webhook_id,
			deliveryId: delivery.id,
			event: delivery.event,
			attempt: delivery.attempts,
			...outcome,
			at,
			body: JSON.parse(delivery.body),
		});
		const verdict = judge(outcome, delivery.attempts, this.parts.retryDelaysMs);
		if (verdict.kind === 'retry') return this.postpone(delivery, verdict.afterMs);
		if (verdict.kind === 'gone') this.parts.store.webhooks.deactivate(delivery.webhook_id);
		this.finish(delivery, verdict.kind === 'delivered' ? 'delivered' : 'abandoned');
	}

	private postpone(delivery: Delivery, afterMs: number): void {
		this.parts.store.deliveries.update(delivery, 'due');
		const timer = setTimeout(() => {
			this.timers.delete(timer);
			this.admit(delivery);
		}, afterMs);
		this.timers.add(timer);
	}

	private finish(delivery: Delivery, state: 'delivered' | 'abandoned'): void {
		this.parts.store.deliveries.update(delivery, state);
		this.outstanding -= 1;
		if (this.outstanding === 0) this.announceIdle();
	}

	private announceIdle(): void {
		for (const listener of this.idleListeners.splice(0)) listener();
	}
}
