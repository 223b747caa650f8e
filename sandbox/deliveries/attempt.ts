import type { Assumptions } from '../assumptions/assumptions';
import type { Hit } from '../faults/faults';
import { tamper } from '../faults/notifications';
import type { DeliveryFault } from '../faults/schema';
import type { Journal } from '../journal';
import { maskBody } from '../mask';
import type { Delivery } from '../records';
import type { Store } from '../store/store';
import { pack } from './parcel';
import type { Outcome, Sender } from './send';
import { isGone } from './verdict';

export interface AttemptParts {
	store: Store;
	journal: Journal;
	sender: Sender;
	assumptions: Assumptions;
}

/** Sends once and records it. Undefined when the webhook has ended or `signal` stopped it. */
export async function attempt(
	{ store, journal, sender, assumptions }: AttemptParts,
	delivery: Delivery,
	hit: Hit<DeliveryFault> | null,
	signal: AbortSignal,
): Promise<Outcome | undefined> {
	if (signal.aborted) return undefined;
	const { webhook_id } = delivery;
	const url = store.webhooks.activeUrl(webhook_id);
	if (url === undefined) return undefined;
	const at = new Date().toISOString();
	const parcel = tamper(pack(delivery, assumptions.current), hit);
	const outcome = await sender.send(url, parcel, signal);
	if (signal.aborted) return undefined;
	if (isGone(outcome)) store.webhooks.deactivate(webhook_id);
	journal.addDelivery({
		webhookId: webhook_id,
		deliveryId: delivery.id,
		event: delivery.event,
		attempt: delivery.attempts + 1,
		...outcome,
		at,
		body: maskBody(parcel.body),
		fault: hit?.fault.id ?? null,
	});
	return outcome;
}
