import type { INodeExecutionData } from 'n8n-workflow';

import { textOf, type Delivery } from '../../api/read/delivery';
import type { Preferences } from '../parameters';
import type { TypedEvent } from './selection';

/** The json of an item with "Simplified" output. */
export interface TaskEvent {
	/** Such as `task.created`; null if the delivery does not name it. */
	event: string | null;
	task: Record<string, unknown> | null;
	deliveryId: string | null;
	/** ISO 8601, by the clock of this n8n. */
	receivedAt: string;
	/** What the service sent for this event, unchanged except that the webhook's key is masked. */
	payload: unknown;
	/** Only in the first item of a delivery: the fields beside its list of events. */
	shared?: Record<string, unknown>;
	/** Set if `payload` is a list of all further events. */
	note?: string;
}

export function taskEvent({ type, reading }: TypedEvent, receivedAt: Date): TaskEvent {
	const { task, payload, note, eventIds } = reading;
	const [deliveryId = null] = eventIds;
	return { event: type, task, deliveryId, receivedAt: receivedAt.toISOString(), payload, note };
}

/**
 * One item per event. The first item also has what all of them share.
 * @param key of the webhook, masked where the service repeats it
 */
export function itemsFor(
	events: TaskEvent[],
	{ delivery, shared, key }: { delivery: Delivery; shared: TaskEvent['shared']; key: string },
	output: Preferences['output'],
): INodeExecutionData[] {
	const isRaw = output === 'raw';
	const common = isRaw
		? { headers: delivery.headers, rawBody: textOf(delivery), shared }
		: { shared };
	return events.map((event, index) => {
		const { payload: body, receivedAt, note } = event;
		const own = isRaw ? { body, receivedAt, note } : event;
		const json = { ...own, ...(index === 0 && common) };
		return JSON.parse(JSON.stringify({ json }).replaceAll(key, '***')) as INodeExecutionData;
	});
}
