import type { Assumptions } from '../assumptions';
import type { Faults } from '../faults/faults';
import type { DeliveryFault } from '../faults/schema';
import type { Journal } from '../journal';
import { pause } from '../pause';
import type { Delivery } from '../records';
import { createMessage, JSON_TYPE, type HttpMessage } from '../shapes/notification';
import type { Store } from '../store/store';
import { isSuccess, type Sender } from './send';

const MAX_IN_FLIGHT_PER_WEBHOOK = 4;
/** Ends the subscription. */
const GONE = 410;

interface Parts {
	assumptions: Assumptions;
	faults: Faults;
	journal: Journal;
	sender: Sender;
	store: Store;
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
			const lane = this.lanes.get(delivery.webhookId) ?? new Lane();
			this.lanes.set(delivery.webhookId, lane);
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
		const { deliveries } = this.parts.store;
		const sent = await lane.inTurn(async () => await this.send(delivery, lane.signal));
		if (lane.signal.aborted) return;
		const afterMs = this.parts.assumptions.current.retryDelaysMs[delivery.attempts];
		const isRetried = sent && !isSuccess(sent) && sent.status !== GONE && !sent.notListening;
		if (!isRetried || afterMs === undefined) return void deliveries.remove(delivery.id);
		const next = deliveries.replace({ ...delivery, attempts: sent.attempt });
		await pause(afterMs, lane.signal);
		if (!lane.signal.aborted) await this.deliver(next, lane);
	}

	private async send(delivery: Delivery, signal: AbortSignal) {
		const fault = this.parts.faults.pick('delivery', delivery.event);
		if (fault?.kind === 'delay') await pause(fault.delayMs, signal);
		const sent = await this.attempt(delivery, fault, signal);
		if (fault?.kind === 'double') await this.attempt(delivery, fault, signal);
		return sent;
	}

	/** Sends once and records it. Undefined if the webhook has ended or `signal` is aborted. */
	private async attempt(delivery: Delivery, fault: DeliveryFault | null, signal: AbortSignal) {
		if (signal.aborted) return undefined;
		const { store, journal, sender, assumptions } = this.parts;
		const { deliveryId, webhookId, event, attempts } = delivery;
		const webhook = store.webhooks.find(webhookId);
		if (!webhook?.active) return undefined;
		const { current } = assumptions;
		const url = current.webhookQuery === 'kept' ? webhook.url : withoutQuery(webhook.url);
		const at = new Date().toISOString();
		const message = withFault(createMessage(delivery, current), fault);
		const result = await sender.send(url, message, signal);
		if (signal.aborted) return undefined;
		if (result.status === GONE) store.webhooks.replace({ ...webhook, active: false });
		const sent = { webhookId, deliveryId, event, attempt: attempts + 1, at };
		return journal.addDelivery({ ...sent, url, message, result, fault: fault?.id ?? null });
	}
}

/** Delays and duplicates leave the message unchanged. */
function withFault(message: HttpMessage, fault: DeliveryFault | null): HttpMessage {
	if (fault?.kind !== 'odd-body') return message;
	const { body = message.body, contentType = JSON_TYPE } = fault;
	return { headers: { ...message.headers, 'content-type': contentType }, body };
}

const withoutQuery = (url: string): string => url.split('?')[0] ?? url;
