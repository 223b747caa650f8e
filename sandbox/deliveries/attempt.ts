import type { Assumptions } from '../assumptions';
import type { DeliveryFault } from '../faults/schema';
import type { Journal } from '../journal';
import type { Delivery } from '../records';
import type { Store } from '../store/store';
import { createMessage, JSON_TYPE, type HttpMessage } from './message';
import { isGone, type Outcome, type Sender } from './send';

export interface AttemptParts {
	store: Store;
	journal: Journal;
	sender: Sender;
	assumptions: Assumptions;
}

/** Sends once and records it. Undefined if the webhook was deactivated or `signal` is aborted. */
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
	const original = createMessage({ id: deliveryId, event, ...rest }, assumptions.current);
	const message = applyFault(original, fault);
	const result = await sender.send(url, message, signal);
	if (signal.aborted) return undefined;
	if (isGone(result)) store.webhooks.deactivate(webhookId);
	const sent = { webhookId, deliveryId, event, attempt: attempts + 1, at };
	journal.addDelivery({ ...sent, url, message, result, fault: fault?.id ?? null });
	return result;
}

/** Delays and duplicates leave the message unchanged. */
function applyFault(message: HttpMessage, fault: DeliveryFault | null): HttpMessage {
	if (fault?.kind !== 'odd-body') return message;
	const { body = message.body, contentType = JSON_TYPE } = fault;
	return { headers: { ...message.headers, 'content-type': contentType }, body };
}

const withoutQuery = (url: string): string => url.split('?')[0] ?? url;
