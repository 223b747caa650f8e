/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import type { Faults, Hit } from '../faults/faults';
import type { DeliveryFault } from '../faults/schema';
import { pause } from '../pause';
import type { Delivery } from '../records';
import { attempt, type AttemptParts } from './attempt';
import { Lane } from './lane';
import type { Outcome } from './send';
import { judge } from './verdict';

const MOST_AT_ONCE_PER_WEBHOOK = 4;

interface Parts extends AttemptParts {
	faults: Faults;
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
		const lane = this.lanes.get(delivery.webhook_id) ?? new Lane();
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
		const hit = this.parts.faults.forDelivery(delivery.event, !lane.isHoldingBack);
		const overtaken = lane.overtake();
		await this.delay(hit, lane, signal);
		const outcome = await attempt(this.parts, delivery, hit, signal);
		overtaken();
		if (hit?.fault.kind === 'double') await attempt(this.parts, delivery, hit, signal);
		if (signal.aborted) return;
		lane.sending -= 1;
		if (outcome) this.settle({ ...delivery, attempts: delivery.attempts + 1 }, outcome);
		else this.finish(delivery, 'abandoned');
		this.fill(lane);
	}

	private async delay(hit: Hit<DeliveryFault> | null, lane: Lane, signal: AbortSignal) {
		if (hit?.fault.kind === 'delay') await pause(hit.fault.delayMs, signal);
		if (hit?.fault.kind === 'reorder') await lane.holdBack(hit.fault.delayMs, signal);
	}

	private settle(delivery: Delivery, outcome: Outcome): void {
		const { retryDelaysMs } = this.parts.assumptions.current;
		const verdict = judge(outcome, delivery.attempts, retryDelaysMs);
		if (verdict.kind === 'retry') this.postpone(delivery, verdict.afterMs);
		else this.finish(delivery, verdict.kind);
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
