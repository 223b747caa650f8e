import { KNOWN_EVENTS } from '../api/events';
import { isKeyOf } from './key';
import type { SubscriptionRecord } from './record';

/*
 * The API document shows neither the payload of a notification nor its headers. So everything is
 * read with a guess that can fail softly: what cannot be recognised is emitted, never dropped.
 */

/** As Node.js gives them: names in lower case, a repeated header as a list. */
type Headers = Record<string, string | string[] | undefined>;

/** What came in, as n8n hands it over. */
export interface Delivery {
	/** Parsed by n8n; undefined for an empty body and for content types it does not know. */
	body: unknown;
	rawBody: string;
	headers: Headers;
	key: string | undefined;
}

/** The json of one output item. */
export interface TaskEvent {
	/** Such as `task.created`; null when the delivery does not say. */
	event: string | null;
	task: object | null;
	deliveryId: string | null;
	/** ISO 8601, by the clock of this n8n. */
	receivedAt: string;
	/** What the service sent for this event, untouched. */
	payload: unknown;
}

/** The status to answer, and the events to emit: none for those the user did not ask for. */
export interface Verdict {
	status: 200 | 401 | 410;
	events: TaskEvent[];
}

/** Pure: `wanted` are the event kinds selected in the node, `now` the time of arrival. */
export function readDelivery(
	delivery: Delivery,
	record: SubscriptionRecord,
	wanted: string[],
	now: Date,
): Verdict {
	const status = admit(delivery.key, record);
	if (status !== 200) return { status, events: [] };
	const known = [...KNOWN_EVENTS, ...wanted, ...(record.current?.events ?? [])];
	const payloads = payloadsIn(delivery);
	const events = payloads.map((payload, index) => ({
		event: kindOf(payload, delivery.headers, known),
		task: taskIn(payload),
		deliveryId: idOf(payload, delivery.headers, payloads.length > 1 ? index : undefined),
		receivedAt: now.toISOString(),
		payload,
	}));
	return { status, events: events.filter(({ event }) => isWanted(event, wanted, known)) };
}

/** 410 tells a service to stop calling an address for good. */
function admit(key: string | undefined, { current, retired }: SubscriptionRecord) {
	if (key === undefined) return 401;
	if (current !== undefined && isKeyOf(current.keyHash, key)) return 200;
	return retired.some((hash) => isKeyOf(hash, key)) ? 410 : 401;
}

function isWanted(event: string | null, wanted: string[], known: string[]): boolean {
	return event === null || wanted.includes(event) || !known.includes(event);
}

function payloadsIn({ body, rawBody }: Delivery): unknown[] {
	const whole = body === undefined ? parseOrText(rawBody) : body;
	const list = Array.isArray(whole) ? whole : field(whole, 'events');
	return Array.isArray(list) && list.length > 0 ? list : [whole];
}

function parseOrText(rawBody: string): unknown {
	try {
		return JSON.parse(rawBody);
	} catch {
		return rawBody;
	}
}

const KIND_FIELDS = ['event', 'event_type', 'type', 'kind', 'action'];
const KIND_HEADERS = ['x-webhook-event', 'x-event-type', 'x-event', 'x-event-key', 'webhook-event'];

/** The kind as the API spells it (`Task_Created` is `task.created`), else the first one named. */
function kindOf(payload: unknown, headers: Headers, known: string[]): string | null {
	const named = [
		...KIND_FIELDS.map((name) => field(payload, name)),
		...KIND_HEADERS.map((name) => headers[name]),
	].filter(isFilledText);
	const recognised = named.map((name) => known.find((kind) => spelled(kind) === spelled(name)));
	return recognised.find((kind) => kind !== undefined) ?? named[0] ?? null;
}

function spelled(kind: string): string {
	return kind.toLowerCase().replace(/[^a-z0-9]+/g, '.');
}

function taskIn(payload: unknown): object | null {
	const inner = ['data', 'payload', 'object', 'resource'].map((name) => field(payload, name));
	const places = [field(payload, 'task'), ...inner.map((place) => field(place, 'task')), ...inner];
	return [...places, payload].find(isObject) ?? null;
}

const ID_HEADERS = ['x-webhook-delivery', 'x-delivery-id', 'x-webhook-delivery-id', 'webhook-id'];
const ID_FIELDS = ['delivery_id', 'deliveryId', 'event_id', 'eventId'];

/** A plain `id` counts only beside a nested task: alone it is the id of the task itself. */
function idOf(payload: unknown, headers: Headers, index?: number): string | null {
	const ownFields = taskIn(payload) === payload ? ID_FIELDS : [...ID_FIELDS, 'id'];
	const own = ownFields.map((name) => field(payload, name)).find(isId);
	const ofWhole = ID_HEADERS.map((name) => headers[name]).find(isFilledText);
	if (index === undefined) return text(ofWhole ?? own);
	return text(own ?? (ofWhole && `${ofWhole}#${index}`));
}

function isFilledText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

function isId(value: unknown): value is string | number {
	return isFilledText(value) || typeof value === 'number';
}

function text(value: string | number | undefined): string | null {
	return value === undefined ? null : String(value);
}

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function field(parent: unknown, name: string): unknown {
	return isObject(parent) ? Reflect.get(parent, name) : undefined;
}
