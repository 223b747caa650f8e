import type { Faults } from '../faults/faults';
import { pause } from '../pause';
import type { Delivery } from '../records';
import { attempt, type AttemptParts } from './attempt';
import { isFinal, isSuccess, type Outcome } from './send';
import { WebhookQueue } from './webhookQueue';

const MAX_IN_FLIGHT_PER_WEBHOOK = 4;

interface Parts extends AttemptParts {
	faults: Faults;
}

/** Sends notifications in the background, with a queue per webhook. The store persists them. */
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
			this.schedule(delivery, queue);
		}
	}

	/** Resolves once nothing is queued, in flight or due for a retry. */
	idle(): Promise<void> {
		if (this.outstanding === 0) return Promise.resolve();
		return new Promise((resolve) => this.idleListeners.push(resolve));
	}

	/** Aborts and drops all deliveries; in the store they stay due. */
	stop(): void {
		for (const webhookId of [...this.queues.keys()]) this.end(webhookId);
	}

	end(webhookId: number): void {
		const queue = this.queues.get(webhookId);
		if (!queue) return;
		this.queues.delete(webhookId);
		queue.end();
		this.reduceOutstanding(queue.outstanding);
	}

	private schedule(delivery: Delivery, queue: WebhookQueue): void {
		queue.waiting.push(delivery);
		this.fill(queue);
	}

	private fill(queue: WebhookQueue): void {
		while (queue.sending < MAX_IN_FLIGHT_PER_WEBHOOK) {
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
		queue.scheduleRetry(afterMs, () => this.schedule(delivery, queue));
	}

	private finish(delivery: Delivery, state: 'delivered' | 'abandoned', queue: WebhookQueue): void {
		this.parts.store.deliveries.update(delivery, state);
		queue.outstanding -= 1;
		this.reduceOutstanding(1);
	}

	private reduceOutstanding(count: number): void {
		this.outstanding -= count;
		if (this.outstanding > 0) return;
		for (const listener of this.idleListeners.splice(0)) listener();
	}
}
