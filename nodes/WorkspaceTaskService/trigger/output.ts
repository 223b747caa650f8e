import type { INodeExecutionData } from 'n8n-workflow';

import type { Delivery, Headers } from './body';
import { textOf } from './body';
import type { ParsedEvent, TaskEvent } from './events';

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
	delivery: Delivery;
	shared: TaskEvent['shared'];
	/** The webhook's key, masked wherever the service repeats it. */
	key: string;
}

/** One item per event. The first one also has what all of them share. */
export function itemsFor(
	events: Array<Pick<ParsedEvent, 'event'>>,
	{ delivery, shared, key }: DeliverySource,
	output: Output,
): INodeExecutionData[] {
	const isRaw = output === 'raw';
	const common = isRaw
		? { headers: delivery.headers, rawBody: textOf(delivery), shared }
		: { shared };
	return events.map(({ event }, index) => {
		const { payload: body, receivedAt, note } = event;
		const own: TaskEvent | RawEvent = isRaw ? { body, receivedAt, note } : event;
		const json = { ...own, ...(index === 0 && common) };
		return JSON.parse(JSON.stringify({ json }).replaceAll(key, '***'));
	});
}
