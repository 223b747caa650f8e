import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { BoundedMap } from '../boundedMap';
import type { SubscriptionRecord } from './registration';

const NODES_KEPT = 1000;

/** The latest records of this process by node and address. */
const records = new BoundedMap<SubscriptionRecord>(NODES_KEPT);

export function remember(context: IHookFunctions, record: SubscriptionRecord): void {
	records.set(placeOf(context), record);
}

export function recall(
	context: IHookFunctions | IWebhookFunctions,
): SubscriptionRecord | undefined {
	return isTestDelivery(context) ? undefined : records.get(placeOf(context));
}

/** Hashes of keys that the service is being told at this moment, by node. */
const announced = new Map<string, string>();

/**
 * While the service is being told a key, it may already use it: to check the address, or for an event.
 */
export async function whileAnnounced<Value>(
	context: IHookFunctions,
	keyHash: string,
	tell: () => Promise<Value>,
): Promise<Value> {
	const { id } = context.getNode();
	announced.set(id, keyHash);
	try {
		return await tell();
	} finally {
		announced.delete(id);
	}
}

export function announcedKey(context: IWebhookFunctions): string | undefined {
	return announced.get(context.getNode().id);
}

/** The address tells test listening from the published workflow: n8n's `delete` says neither. */
function placeOf(context: IHookFunctions | IWebhookFunctions): string {
	return `${context.getNode().id} ${context.getNodeWebhookUrl('default')}`;
}

/** A delivery to the test address sees the production address here, and needs no memory. */
function isTestDelivery(context: IHookFunctions | IWebhookFunctions): boolean {
	return 'getBodyData' in context && context.getMode() === 'manual';
}
