import type { Assumed } from '../assumptions';
import type { Delivery } from '../records';
import { spell } from '../shapes/notification';

export const JSON_TYPE = 'application/json';
export const AGENT = 'workspace-task-service-sandbox';

/** A notification as it goes over the wire. */
export interface HttpMessage {
	headers: Record<string, string>;
	body: string;
}

/** Assumed: the API document shows no headers. */
export function messageOf(
	{ id, event, body }: Pick<Delivery, 'id' | 'body'> & { event: string },
	assumed: Assumed,
): HttpMessage {
	return {
		headers: {
			'content-type': JSON_TYPE,
			'user-agent': AGENT,
			...(assumed.eventHeader && { 'x-webhook-event': spell(event, assumed) }),
			...(assumed.deliveryIdHeader && { 'x-webhook-delivery': id }),
		},
		body,
	};
}
