import { createHash } from 'crypto';

import type { Delivery, Part } from './body';
import type { Headers } from './fields';
import { field, isId } from './fields';

/*
 * The API document shows no id of a delivery. Names that say so are believed. A plain `id` may as well
 * be that of the webhook, the same every time: it is shown as the id, but proves a repetition only
 * together with the same content.
 */

const DELIVERY_HEADER =
	/^(x-([a-z]+-)*delivery(-id)?|x-([a-z]+-)*event-(id|uuid)|idempotency-key)$/;
const DELIVERY_FIELDS = ['delivery_id', 'deliveryId'];
/** May also number the kind of the event. */
const EVENT_FIELDS = ['event_id', 'eventId'];
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
export function identify(
	{ entry, task, payload }: Part,
	headers: Headers,
	index?: number,
): Identity {
	const around = entry === payload ? undefined : payload;
	const place = index === undefined ? '' : `#${index}`;
	const certain = [
		...idsIn([headerId(headers), ...fieldsOf(around, DELIVERY_FIELDS)], place),
		...idsIn(fieldsOf(entry, DELIVERY_FIELDS)),
	];
	const loose = [
		...idsIn(fieldsOf(entry, EVENT_FIELDS)),
		// Alone it is the id of the task itself.
		...idsIn([task === entry ? undefined : field(entry, 'id')]),
		...idsIn([headers['webhook-id'], field(around, 'id')], place),
	];
	const content = loose.length === 0 ? '' : digest(entry);
	return {
		deliveryId: certain[0] ?? loose[0] ?? null,
		isNamed: certain.length > 0,
		traits: [
			...certain.map((id) => ({ text: `delivery ${id}`, keptForMs: Infinity })),
			...loose.map((id) => ({ text: `id ${id} ${content}`, keptForMs: HOUR_MS })),
		],
	};
}

function headerId(headers: Headers): unknown {
	const name = Object.keys(headers).find((one) => DELIVERY_HEADER.test(one));
	return name === undefined ? undefined : headers[name];
}

function fieldsOf(value: unknown, names: string[]): unknown[] {
	return names.map((name) => field(value, name));
}

/** Several events in one delivery share its id, so each gets the place it stands at. */
function idsIn(values: unknown[], place = ''): string[] {
	return values.filter(isId).map((id) => `${id}${place}`);
}

/**
 * The same event in the same bytes: a maker of that trait for each event of one delivery. Nothing at
 * all is no evidence: two empty bodies may be two events that only their headers tell apart.
 */
export function bytesTraits({ body, rawBody }: Delivery) {
	const bytes = rawBody === '' ? body : rawBody;
	const isNothing = bytes === undefined || bytes === '';
	const hash = isNothing ? '' : digest(bytes);
	return (event: string | null, index: number): Trait[] =>
		isNothing ? [] : [{ text: `bytes ${event} ${index} ${hash}`, keptForMs: MINUTE_MS }];
}

function digest(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('base64');
}
