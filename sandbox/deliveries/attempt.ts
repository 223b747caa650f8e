import type { Assumptions } from '../assumptions';
import { applyFault } from '../faults/notifications';
import type { DeliveryFault } from '../faults/schema';
import type { Journal } from '../journal';
import type { Delivery } from '../records';
import type { Store } from '../store/store';
import { messageOf } from './message';
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
	fault: DeliveryFault | null,
	signal: AbortSignal,
): Promise<Outcome | undefined> {
	if (signal.aborted) return undefined;
	const registered = store.webhooks.activeUrl(webhookId);
	if (registered === undefined) return undefined;
	const url = assumptions.current.webhookQuery === 'kept' ? registered : withoutQuery(registered);
	const at = new Date().toISOString();
	const usual = messageOf({ id: deliveryId, event, ...rest }, assumptions.current);
	const message = applyFault(usual, fault);
	const reply = await sender.send(url, message, signal);
	if (signal.aborted) return undefined;
	if (isGone(reply)) store.webhooks.deactivate(webhookId);
	const facts = { webhookId, deliveryId, event, attempt: attempts + 1, at };
	journal.addDelivery({ ...facts, url, message, reply, fault: fault?.id ?? null });
	return reply;
}

const withoutQuery = (url: string): string => url.split('?')[0] ?? url;
