import { field, isObject, jsonIn, type Fields } from '../json';
import { readEvent, type Entry, type EventReading, type Headers } from './event';
import { eventListsIn } from './list';
import { hasObjectWithId } from './subject';

/* A request to the webhook, and the events in it. */

/** `payload=%7B…%7D`: a form with JSON in this field. */
const FORM_FIELD = 'payload';
const MAX_EVENTS = 1_000;
const MORE_EVENTS =
	'The payload of this item has the other events of the delivery. Only the first 1,000 become separate items.';

export interface Delivery {
	/** Parsed by n8n; undefined for an empty body and for content types it does not know. */
	body: unknown;
	/** Undefined for multipart forms, whose bytes n8n does not keep. */
	rawBody: Buffer | undefined;
	/** Names in lower case. */
	headers: Headers;
}

export interface DeliveryReading {
	/** The whole body as one event. */
	whole: EventReading;
	/** The events, at least one: the whole body, or the entries of a list. Reads the entries. */
	events(): EventReading[];
	/** The fields beside a list of events. */
	shared: Fields | undefined;
	/** A list of events has none, and nothing else has an ID. */
	isEmpty: boolean;
}

/** Reads a delivery once. Everything that is asked of its events afterwards is in the reading. */
export function readDelivery(delivery: Delivery): DeliveryReading {
	const { headers } = delivery;
	const body = contentOf(delivery);
	const content = jsonIn(field(body, FORM_FIELD)) ?? body;
	const single = { entry: content, outer: body, payload: body, place: '' };
	const whole = readEvent(single, headers);
	const lists = whole.hasTask ? [] : eventListsIn(content);
	const list = lists.find(isEventList);
	if (list === undefined) {
		const hasEmptyList = lists.some(({ length }) => length === 0);
		const isEmpty = hasEmptyList && whole.namedId === undefined && !hasObjectWithId(content);
		return { whole, events: () => [whole], shared: undefined, isEmpty };
	}
	const outer = fieldsBeside(content, list);
	const shared = Object.keys(outer).length > 0 ? outer : undefined;
	const events = () => entriesOf(list, outer).map((entry) => readEvent(entry, headers));
	return { whole, events, shared, isEmpty: false };
}

/** Beyond the limit, all entries are one event. */
function entriesOf(list: unknown[], outer: Fields): Entry[] {
	const entryOf = (entry: unknown, place: string) => ({ entry, outer, payload: entry, place });
	const placeOf = (index: number) => (list.length > 1 ? `#${index}` : '');
	const first = list.slice(0, MAX_EVENTS).map((entry, index) => entryOf(entry, placeOf(index)));
	const rest = list.slice(MAX_EVENTS);
	if (rest.length === 0) return first;
	return [...first, { ...entryOf(rest, '#rest'), note: MORE_EVENTS }];
}

/** A list of objects: `events` may also be a list of names. Beyond the limit, all passes. */
function isEventList(list: unknown[]): boolean {
	return list.length > 0 && list.slice(0, MAX_EVENTS).every(isObject);
}

/** The fields beside a list. The list is in a field, or one object deeper. */
function fieldsBeside(content: unknown, list: unknown[]): Fields {
	if (!isObject(content)) return {};
	const holdsList = (value: unknown) =>
		value === list || (isObject(value) && Object.values(value).includes(list));
	const fields = Object.entries(content);
	const others = fields.filter(([, value]) => !holdsList(value));
	const holder = fields.find(([, value]) => holdsList(value));
	if (holder === undefined) return content;
	const [name, value] = holder;
	const inner = fieldsBeside(value, list);
	if (Object.keys(inner).length > 0) others.push([name, inner]);
	return Object.fromEntries(others);
}

/** JSON is recognized with any content type. What is not JSON stays as n8n parsed it. */
function contentOf(delivery: Delivery): unknown {
	const { body, headers } = delivery;
	const text = textOf(delivery);
	const isForm = String(headers['content-type']).includes('urlencoded');
	const isParsed = typeof body === 'object' && body !== null && !isForm;
	// n8n knows its charset, but rounds integers beyond 2^53.
	if (isParsed && !/\d{16}/.test(text)) return body;
	const json = jsonIn(typeof body === 'string' ? body : text);
	if (json !== undefined) return json;
	return body === undefined ? text : body;
}

/** The body as text, without a byte order mark. */
export function textOf({ rawBody }: Delivery): string {
	return new TextDecoder().decode(rawBody);
}
