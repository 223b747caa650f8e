import type { Assumed } from '../assumptions';
import type { Delivery } from '../records';
import { spellEventType } from '../shapes/notification';

export const JSON_TYPE = 'application/json';
export const USER_AGENT = 'workspace-task-service-sandbox';

/** A notification as sent. */
export interface HttpMessage {
	headers: Record<string, string>;
	body: string;
}

/** Assumed: the API document shows no headers. */
export function createMessage(
	{ deliveryId, event, body }: Pick<Delivery, 'deliveryId' | 'body'> & { event: string },
	assumed: Assumed,
): HttpMessage {
	return {
		headers: {
			'content-type': JSON_TYPE,
			'user-agent': USER_AGENT,
			...(assumed.eventHeader && { 'x-webhook-event': spellEventType(event, assumed) }),
			...(assumed.deliveryIdHeader && { 'x-webhook-delivery': deliveryId }),
		},
		body,
	};
}
