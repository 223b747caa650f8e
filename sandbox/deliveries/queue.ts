import type { Faults } from '../faults/faults';
import { pause } from '../pause';
import type { Delivery } from '../records';
import { attempt, type AttemptParts } from './attempt';
import { isFinal, isSuccess, type Outcome } from './send';

const MAX_IN_FLIGHT_PER_WEBHOOK = 4;

interface Parts extends AttemptParts {
	faults: Faults;
}

/** Of one webhook. */
class Lane {
	private readonly controller = new AbortController();
	private readonly waiting: Array<() => void> = [];
	private sending = 0;

	get signal(): AbortSignal {
		return this.controller.signal;
	}

	async inTurn<T>(send: () => Promise<T>): Promise<T> {
		if (this.sending < MAX_IN_FLIGHT_PER_WEBHOOK) this.sending += 1;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
		try {
			return await send();
		} finally {
			const next = this.waiting.shift();
			if (next) next();
			else this.sending -= 1;
		}
	}

	end(): void {
		this.controller.abort();
	}
}

/** Sends notifications in the background. The store persists them. */
export class DeliveryQueue {
	private readonly lanes = new Map<number, Lane>();
	private readonly pending = new Set<Promise<void>>();

	constructor(private readonly parts: Parts) {}

	enqueue(deliveries: Delivery[]): void {
		for (const delivery of deliveries) {
			const lane = this.lanes.get(delivery.webhook_id) ?? new Lane();
			this.lanes.set(delivery.webhook_id, lane);
			const done = this.deliver(delivery, lane).finally(() => this.pending.delete(done));
			this.pending.add(done);
		}
	}

	/** Resolves once nothing is queued, in flight or due for a retry. */
	async idle(): Promise<void> {
		while (this.pending.size > 0) await Promise.all(this.pending);
	}

	/** Aborts and drops all deliveries; in the store they stay due. */
	stop(): void {
		for (const webhookId of [...this.lanes.keys()]) this.end(webhookId);
	}

	end(webhookId: number): void {
		this.lanes.get(webhookId)?.end();
		this.lanes.delete(webhookId);
	}

	/** Until it succeeds or is abandoned. Assumed: the API document shows no retries. */
	private async deliver(delivery: Delivery, lane: Lane): Promise<void> {
		const { store, assumptions } = this.parts;
		const outcome = await lane.inTurn(async () => await this.send(delivery, lane.signal));
		if (lane.signal.aborted) return;
		const sent = { ...delivery, attempts: delivery.attempts + (outcome ? 1 : 0) };
		if (outcome && isSuccess(outcome)) return store.deliveries.update(sent, 'delivered');
		const afterMs = assumptions.current.retryDelaysMs[delivery.attempts];
		const url = store.webhooks.activeUrl(delivery.webhook_id) ?? '';
		if (!outcome || afterMs === undefined || isFinal(outcome, url)) {
			return store.deliveries.update(sent, 'abandoned');
		}
		store.deliveries.update(sent, 'due');
		await pause(afterMs, lane.signal);
		if (!lane.signal.aborted) await this.deliver(sent, lane);
	}

	private async send(delivery: Delivery, signal: AbortSignal): Promise<Outcome | undefined> {
		const fault = this.parts.faults.forDelivery(delivery.event);
		if (fault?.kind === 'delay') await pause(fault.delayMs, signal);
		const outcome = await attempt(this.parts, delivery, fault, signal);
		if (fault?.kind === 'double') await attempt(this.parts, delivery, fault, signal);
		return outcome;
	}
}
