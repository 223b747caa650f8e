import type { INodeExecutionData } from 'n8n-workflow';

import type { Headers } from './body';
import type { TaskEvent } from './events';

export const OUTPUTS = ['simplified', 'raw'] as const;
export type Output = (typeof OUTPUTS)[number];

/** The json of an item with "Raw" output. */
export interface RawEvent {
	/** What the service sent for this event. */
	body: unknown;
	/** ISO 8601, by the clock of this n8n. */
	receivedAt: string;
	/** First item of a delivery only, as all fields below. */
	headers?: Headers;
	/** The body as it came over the wire, for checking a signature. */
	rawBody?: string;
	shared?: TaskEvent['shared'];
	note?: string;
}

/** What the events of one delivery have in common. */
export interface DeliverySource {
	headers: Headers;
	rawBody: string;
	shared: TaskEvent['shared'];
	/** The webhook's key, masked wherever the service repeats it. */
	key: string;
}

/** One item per event. The first one also has what all of them share. */
export function itemsFor(
	events: TaskEvent[],
	source: DeliverySource,
	output: Output,
): INodeExecutionData[] {
	return events.map((event, index) => {
		const json = { ...shaped(event, output), ...(index === 0 && sharedFields(source, output)) };
		return JSON.parse(JSON.stringify({ json }).replaceAll(source.key, '***'));
	});
}

function shaped(event: TaskEvent, output: Output): TaskEvent | RawEvent {
	const { payload: body, receivedAt, note } = event;
	return output === 'raw' ? { body, receivedAt, note } : event;
}

function sharedFields({ headers, rawBody, shared }: DeliverySource, output: Output) {
	return output === 'raw' ? { headers, rawBody, shared } : { shared };
}
