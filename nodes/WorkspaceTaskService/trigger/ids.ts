import { createHash } from 'crypto';

import type { Delivery, Part } from './body';
import type { Headers } from './fields';
import { field, isId } from './fields';
import { taskIn } from './recognise';

/*
 * The API document shows no id of a delivery. Names that say "delivery" or "event" are believed. A
 * plain `id` may as well be that of the webhook, the same every time: it is shown as the id, but
 * proves a repetition only together with the same content.
 */

const DELIVERY_HEADER =
	/^(x-([a-z]+-)*delivery(-id)?|x-([a-z]+-)*event-(id|uuid)|idempotency-key)$/;
const DELIVERY_FIELDS = ['delivery_id', 'deliveryId', 'event_id', 'eventId'];
const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

/** Something by which a repetition of an event is recognised. */
export interface Trait {
	text: string;
	keptForMs: number;
}

export interface Identity {
	deliveryId: string | null;
	/** Whether the service names its deliveries, so that equal bytes prove nothing. */
	isNamed: boolean;
	traits: Trait[];
}

/** @param index the place of the event in its delivery, when that holds several */
export function identify({ entry, payload }: Part, headers: Headers, index?: number): Identity {
	const around = entry === payload ? undefined : payload;
	const place = index === undefined ? '' : `#${index}`;
	const certain = [
		...idsIn([headerId(headers), ...fieldsOf(around)], place),
		...idsIn(fieldsOf(entry)),
	];
	const loose = [
		// Alone it is the id of the task itself.
		...idsIn([taskIn(entry) === entry ? undefined : field(entry, 'id')]),
		...idsIn([headers['webhook-id'], field(around, 'id')], place),
	];
	return {
		deliveryId: certain[0] ?? loose[0] ?? null,
		isNamed: certain.length > 0,
		traits: [
			...certain.map((id) => ({ text: `delivery ${id}`, keptForMs: Infinity })),
			...loose.map((id) => ({ text: `id ${id} ${digest(entry)}`, keptForMs: HOUR_MS })),
		],
	};
}

function headerId(headers: Headers): unknown {
	const name = Object.keys(headers).find((one) => DELIVERY_HEADER.test(one));
	return name === undefined ? undefined : headers[name];
}

function fieldsOf(value: unknown): unknown[] {
	return DELIVERY_FIELDS.map((name) => field(value, name));
}

/** Several events in one delivery share its id, so each gets the place it stands at. */
function idsIn(values: unknown[], place = ''): string[] {
	return values.filter(isId).map((id) => `${id}${place}`);
}

/**
 * The same event in the same bytes. Nothing at all is no evidence: two empty bodies may be two events
 * that only their headers tell apart.
 */
export function bytesTraits(
	event: string | null,
	{ body, rawBody }: Delivery,
	index: number,
): Trait[] {
	const bytes = rawBody === '' ? body : rawBody;
	if (bytes === undefined || bytes === '') return [];
	return [{ text: `bytes ${event} ${index} ${digest(bytes)}`, keptForMs: MINUTE_MS }];
}

function digest(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('base64');
}
