import type { Faults, Hit } from '../faults/faults';
import type { DeliveryFault } from '../faults/schema';
import { pause } from '../pause';
import type { Delivery } from '../records';
import { attempt, type AttemptParts } from './attempt';
import { Lane } from './lane';
import { judge, type Outcome } from './send';

const MOST_AT_ONCE_PER_WEBHOOK = 4;

interface Parts extends AttemptParts {
	faults: Faults;
}

/** Sends notifications in the background, each webhook at its own pace. The store owns them. */
export class DeliveryQueue {
	private lanes = new Map<number, Lane>();
	private outstanding = 0;
	private idleListeners: Array<() => void> = [];

	constructor(private readonly parts: Parts) {}

	enqueue(deliveries: Delivery[]): void {
		for (const delivery of deliveries) this.accept(delivery);
	}

	/** Resolves once nothing is waiting, being sent or due for another attempt. */
	idle(): Promise<void> {
		if (this.outstanding === 0) return Promise.resolve();
		return new Promise((resolve) => this.idleListeners.push(resolve));
	}

	/** Aborts what is being sent and forgets the rest; the store still holds it as due. */
	stop(): void {
		for (const webhookId of [...this.lanes.keys()]) this.end(webhookId);
	}

	/** The same for one webhook. */
	end(webhookId: number): void {
		const lane = this.lanes.get(webhookId);
		if (!lane) return;
		this.lanes.delete(webhookId);
		lane.end();
		this.settled(lane.outstanding);
	}

	private accept(delivery: Delivery): void {
		const lane = this.lanes.get(delivery.webhook_id) ?? new Lane();
		this.lanes.set(delivery.webhook_id, lane);
		lane.outstanding += 1;
		this.outstanding += 1;
		this.admit(delivery, lane);
	}

	private admit(delivery: Delivery, lane: Lane): void {
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
		const { signal } = lane;
		const hit = this.parts.faults.forDelivery(delivery.event, !lane.isHoldingBack);
		const overtaken = lane.overtake();
		await this.delay(hit, lane);
		const outcome = await attempt(this.parts, delivery, hit, signal);
		overtaken();
		if (hit?.fault.kind === 'double') await attempt(this.parts, delivery, hit, signal);
		if (signal.aborted) return;
		lane.sending -= 1;
		if (outcome) this.settle({ ...delivery, attempts: delivery.attempts + 1 }, outcome, lane);
		else this.finish(delivery, 'abandoned', lane);
		this.fill(lane);
	}

	private async delay(hit: Hit<DeliveryFault> | null, lane: Lane): Promise<void> {
		if (hit?.fault.kind === 'delay') await pause(hit.fault.delayMs, lane.signal);
		if (hit?.fault.kind === 'reorder') await lane.holdBack(hit.fault.delayMs);
	}

	private settle(delivery: Delivery, outcome: Outcome, lane: Lane): void {
		const { retryDelaysMs } = this.parts.assumptions.current;
		const verdict = judge(outcome, delivery.attempts, retryDelaysMs);
		if (verdict.kind !== 'retry') return this.finish(delivery, verdict.kind, lane);
		this.parts.store.deliveries.update(delivery, 'due');
		this.parts.journal.retryDue(delivery.id, verdict.afterMs);
		lane.later(verdict.afterMs, () => this.admit(delivery, lane));
	}

	private finish(delivery: Delivery, state: 'delivered' | 'abandoned', lane: Lane): void {
		this.parts.store.deliveries.update(delivery, state);
		lane.outstanding -= 1;
		this.settled(1);
	}

	private settled(count: number): void {
		this.outstanding -= count;
		if (this.outstanding > 0) return;
		for (const listener of this.idleListeners.splice(0)) listener();
	}
}
