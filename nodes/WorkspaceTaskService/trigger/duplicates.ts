import { BoundedMap } from '../boundedMap';
import type { Delivery, Headers } from './payload/body';
import { field, isId, isObject } from '../api/json';
import type { RawEntry } from './payload/entries';
import { sha256 } from './key';

/*
 * The API document shows no id of a delivery. Names that say so are believed. Other ids may as well
 * be those of the webhook or of the kind, the same every time: they prove a repetition only together
 * with the same kind and task.
 */

const DELIVERY_HEADER = /^(x-([a-z]+-)*delivery(-id)?|idempotency-key)$/;
const DELIVERY_FIELDS = ['delivery_id', 'deliveryId'];
const EVENT_HEADER = /^(x-([a-z]+-)*event-(id|uuid)|webhook-id|ce-id)$/;
const EVENT_FIELDS = ['event_id', 'eventId'];
/** Fields that differ between two attempts to deliver the same event. */
const ATTEMPT_FIELD =
	/^(attempts?|retr(y|ies)|(attempt|retry|delivery)_?(count|number|attempt)|(sent|delivered)_?at)$/i;
const SAME_BYTES_MS = 10 * 1000;
const HOUR_MS = 60 * 60 * 1000;

/** Of about 10,000 deliveries, in some 5 MB. */
const MAX_KEYS = 30_000;

/** A repetition of an event has one of its keys. */
export interface DedupKey {
	text: string;
	/** From its first claim. */
	keptForMs: number;
}

/**
 * The keys that identify repetitions of an event.
 * @param index the place of the event in its delivery, if that holds several
 */
export function identify(
	{ entry, task, outer }: RawEntry,
	kind: string | null,
	headers: Headers,
	index?: number,
): { deliveryId: string | null; keys: DedupKey[] } {
	const around = entry === outer ? undefined : outer;
	const place = index === undefined ? '' : `#${index}`;
	const deliveryIds = [
		...idsIn([headerId(headers, DELIVERY_HEADER), ...fieldsOf(around, DELIVERY_FIELDS)], place),
		...idsIn(fieldsOf(entry, DELIVERY_FIELDS)),
	];
	const eventIds = [
		...idsIn(fieldsOf(entry, EVENT_FIELDS)),
		...idsIn([headerId(headers, EVENT_HEADER), ...fieldsOf(around, EVENT_FIELDS)], place),
		// Alone it is the id of the task itself.
		...idsIn(task === entry ? [] : [field(entry, 'id')]),
		...idsIn([field(around, 'id')], place),
	];
	const content = eventIds.length === 0 ? '' : contentKey(kind, entry);
	return {
		deliveryId: deliveryIds[0] ?? eventIds[0] ?? null,
		keys: [
			...deliveryIds.map((id) => ({ text: `delivery ${id}`, keptForMs: Infinity })),
			...eventIds.map((id) => ({ text: `event ${id} ${content}`, keptForMs: HOUR_MS })),
		],
	};
}

/**
 * The same event in the same bytes, for events without any id. Nothing at all is no evidence: two
 * empty bodies may be two events that only their headers tell apart.
 */
export function bytesKeys({ body, rawBody }: Delivery) {
	const bytes = rawBody ?? (body === undefined ? '' : JSON.stringify(body));
	const hash = sha256(bytes);
	return (kind: string | null, index: number): DedupKey[] =>
		bytes.length === 0
			? []
			: [{ text: `bytes ${kind} ${index} ${hash}`, keptForMs: SAME_BYTES_MS }];
}

function headerId(headers: Headers, name: RegExp): unknown {
	return headers[Object.keys(headers).find((one) => name.test(one)) ?? ''];
}

function fieldsOf(value: unknown, names: string[]): unknown[] {
	return names.map((name) => field(value, name));
}

/** Several events in one delivery share its id, so each gets its place. */
function idsIn(values: unknown[], place = ''): string[] {
	return values.filter(isId).map((id) => `${id}${place}`);
}

function contentKey(kind: string | null, content: unknown): string {
	const fields = isObject(content) ? Object.entries(content) : [['', content] as const];
	return sha256(JSON.stringify([kind, fields.filter(([name]) => !ATTEMPT_FIELD.test(name))]));
}

/** Expiries in ms since 1970 by the digests of keys, of the last deliveries to this process. */
export const dedupMemory = (maxKeys = MAX_KEYS) => new BoundedMap<number>(maxKeys);

/**
 * For each event of one delivery: whether none of its keys was claimed by an earlier delivery. From
 * now on all of them are. Events of one delivery are never repetitions of each other.
 */
export function claim(memory: Map<string, number>, events: DedupKey[][], now: Date): boolean[] {
	const isKept = ({ text }: DedupKey) => (memory.get(digest(text)) ?? -Infinity) > +now;
	const isNew = events.map((keys) => !keys.some(isKept));
	// The first time counts: otherwise a steady repetition would never be let through.
	for (const key of events.flat().filter((one) => !isKept(one))) {
		memory.set(digest(key.text), +now + key.keptForMs);
	}
	return isNew;
}

/** For events that did not start the workflow after all. */
export function forget(memory: Map<string, number>, keys: DedupKey[]): void {
	for (const { text } of keys) memory.delete(digest(text));
}

/** 128 bits of it, so that the memory does not grow with what strangers put into a header. */
const digest = (text: string) => sha256(text).slice(0, 32);
