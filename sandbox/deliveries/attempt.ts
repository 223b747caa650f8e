import type { Assumptions } from '../assumptions';
import type { Hit } from '../faults/faults';
import { tamper } from '../faults/notifications';
import type { DeliveryFault } from '../faults/schema';
import type { Journal } from '../journal';
import type { Delivery } from '../records';
import type { Store } from '../store/store';
import { pack } from './parcel';
import { isGone, type Outcome, type Sender } from './send';

export interface AttemptParts {
	store: Store;
	journal: Journal;
	sender: Sender;
	assumptions: Assumptions;
}

/** Sends once and records it. Undefined when the webhook has ended or `signal` stopped it. */
export async function attempt(
	{ store, journal, sender, assumptions }: AttemptParts,
	{ id: deliveryId, webhook_id: webhookId, event, attempts, ...rest }: Delivery,
	hit: Hit<DeliveryFault> | null,
	signal: AbortSignal,
): Promise<Outcome | undefined> {
	if (signal.aborted) return undefined;
	const url = store.webhooks.activeUrl(webhookId);
	if (url === undefined) return undefined;
	const at = new Date().toISOString();
	const parcel = tamper(pack({ id: deliveryId, event, ...rest }, assumptions.current), hit);
	const reply = await sender.send(url, parcel, signal);
	if (signal.aborted) return undefined;
	if (isGone(reply)) store.webhooks.deactivate(webhookId);
	const fault = hit?.fault.id ?? null;
	const facts = { webhookId, deliveryId, event, attempt: attempts + 1, at, fault };
	journal.addDelivery({ ...facts, url, parcel, reply });
	return reply;
}
