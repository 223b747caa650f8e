import type { Faults } from '../faults/faults';
import { pause } from '../pause';
import type { Delivery } from '../records';
import { attempt, type AttemptParts } from './attempt';
import { isFinal, isSuccess, type Outcome } from './send';
import { WebhookQueue } from './webhookQueue';

const MOST_AT_ONCE_PER_WEBHOOK = 4;

interface Parts extends AttemptParts {
	faults: Faults;
}

/** Sends notifications in the background, each webhook at its own pace. The store keeps them. */
export class DeliveryQueue {
	private queues = new Map<number, WebhookQueue>();
	private outstanding = 0;
	private idleListeners: Array<() => void> = [];

	constructor(private readonly parts: Parts) {}

	enqueue(deliveries: Delivery[]): void {
		for (const delivery of deliveries) {
			const queue = this.queues.get(delivery.webhook_id) ?? new WebhookQueue();
			this.queues.set(delivery.webhook_id, queue);
			queue.outstanding += 1;
			this.outstanding += 1;
			this.admit(delivery, queue);
		}
	}

	/** Resolves once nothing is waiting, being sent or due for another attempt. */
	idle(): Promise<void> {
		if (this.outstanding === 0) return Promise.resolve();
		return new Promise((resolve) => this.idleListeners.push(resolve));
	}

	/** Aborts what is being sent and forgets the rest; the store still holds it as due. */
	stop(): void {
		for (const webhookId of [...this.queues.keys()]) this.end(webhookId);
	}

	/** The same for one webhook. */
	end(webhookId: number): void {
		const queue = this.queues.get(webhookId);
		if (!queue) return;
		this.queues.delete(webhookId);
		queue.end();
		this.settled(queue.outstanding);
	}

	private admit(delivery: Delivery, queue: WebhookQueue): void {
		queue.waiting.push(delivery);
		this.fill(queue);
	}

	private fill(queue: WebhookQueue): void {
		while (queue.sending < MOST_AT_ONCE_PER_WEBHOOK) {
			const delivery = queue.waiting.shift();
			if (!delivery) return;
			queue.sending += 1;
			void this.deliver(delivery, queue);
		}
	}

	private async deliver(delivery: Delivery, queue: WebhookQueue): Promise<void> {
		const { signal } = queue;
		const fault = this.parts.faults.forDelivery(delivery.event);
		if (fault?.kind === 'delay') await pause(fault.delayMs, signal);
		const outcome = await attempt(this.parts, delivery, fault, signal);
		if (fault?.kind === 'double') await attempt(this.parts, delivery, fault, signal);
		if (signal.aborted) return;
		queue.sending -= 1;
		if (outcome) this.settle({ ...delivery, attempts: delivery.attempts + 1 }, outcome, queue);
		else this.finish(delivery, 'abandoned', queue);
		this.fill(queue);
	}

	/** Assumed: the API document shows no retries. */
	private settle(delivery: Delivery, outcome: Outcome, queue: WebhookQueue): void {
		const { store, journal, assumptions } = this.parts;
		if (isSuccess(outcome)) return this.finish(delivery, 'delivered', queue);
		const afterMs = assumptions.current.retryDelaysMs[delivery.attempts - 1];
		const url = store.webhooks.activeUrl(delivery.webhook_id) ?? '';
		if (afterMs === undefined || isFinal(outcome, url)) {
			return this.finish(delivery, 'abandoned', queue);
		}
		store.deliveries.update(delivery, 'due');
		journal.retryDue(delivery.id, afterMs);
		queue.later(afterMs, () => this.admit(delivery, queue));
	}

	private finish(delivery: Delivery, state: 'delivered' | 'abandoned', queue: WebhookQueue): void {
		this.parts.store.deliveries.update(delivery, state);
		queue.outstanding -= 1;
		this.settled(1);
	}

	private settled(count: number): void {
		this.outstanding -= count;
		if (this.outstanding > 0) return;
		for (const listener of this.idleListeners.splice(0)) listener();
	}
}
