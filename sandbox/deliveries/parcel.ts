import type { Delivery } from '../records';

/** A notification as it goes over the wire. */
export interface Parcel {
	headers: Record<string, string>;
	body: string;
}

/** Assumed: the API document shows no headers. */
export function pack({ id, event, body }: Delivery): Parcel {
	return {
		headers: {
			'content-type': 'application/json',
			'user-agent': 'workspace-task-service-sandbox',
			'x-webhook-event': event,
			'x-webhook-delivery': id,
		},
		body,
	};
}
