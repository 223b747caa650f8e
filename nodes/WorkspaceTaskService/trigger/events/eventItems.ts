import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { decodeRawBody, type DeliveredRequest } from '../../reading/delivery';
import type { DeliveryPreferences } from '../triggerFields';
import type { TypedEvent } from './selection';

/** The json of an item with "Simplified" output. */
export interface SimplifiedEvent {
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

interface ItemSource {
	request: DeliveredRequest;
	besideList: SimplifiedEvent['shared'];
	/** Of the webhook, masked where the service repeats it. */
	key: string;
	output: DeliveryPreferences['output'];
}

/** One item per event. The first item also has the fields that all events share. */
export function makeItemsWithMaskedKey(
	events: TypedEvent[],
	source: ItemSource,
	receivedDate: Date,
): INodeExecutionData[] {
	const { request, besideList, key, output } = source;
	const isRaw = output === 'raw';
	const receivedAt = receivedDate.toISOString();
	const rawFields = isRaw ? { headers: request.headers, rawBody: decodeRawBody(request) } : {};
	return events.map((event, index) => {
		const fields = isRaw ? makeRawJson(event, receivedAt) : makeSimplifiedJson(event, receivedAt);
		const json = index === 0 ? { ...fields, ...rawFields, shared: besideList } : fields;
		return { json: maskKey(json, key) };
	});
}

function makeSimplifiedJson({ type, reading }: TypedEvent, receivedAt: string): SimplifiedEvent {
	return {
		event: type,
		task: reading.task.object,
		deliveryId: reading.eventId ?? null,
		receivedAt,
		payload: reading.payload,
		note: reading.note,
	};
}

function makeRawJson({ reading }: TypedEvent, receivedAt: string): object {
	return { body: reading.payload, receivedAt, note: reading.note };
}

/** A copy without the key, and without fields that are undefined. */
function maskKey(json: object, key: string): IDataObject {
	return JSON.parse(JSON.stringify(json).replaceAll(key, '***')) as IDataObject;
}
