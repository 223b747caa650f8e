import { charsetIn } from '../../charset';
import { field, isObject, type Fields } from '../../json';
import { jsonIn } from '../../parse';
import { readEvent, readSurroundings } from './event';
import type { Entry, EventReading, Headers } from './event';
import { eventListIn, hasEmptyList, listedObjects, MAX_EVENTS } from './eventList';
import { hasObjectWithId } from './subject';
import { withParsedFields } from '../wrapper';

/* A request to the webhook, and the events in it. */

/** `payload=%7B…%7D`: a form with JSON in this field. */
const FORM_FIELD = 'payload';
const LARGE_INTEGER = /\d{16}/;
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

/** Anybody may send a body: what a list has is read when somebody asks for it. */
export interface DeliveryReading {
	/** The whole body as one event. */
	whole: EventReading;
	/** The entries of all lists that may be of events. */
	listed(): EventReading[];
	received(): ReceivedEvents;
}

export interface ReceivedEvents {
	/** At least one: the whole body, or the entries of a list. */
	events: EventReading[];
	/** The fields beside a list of events. */
	shared?: Fields;
	/** A list of events has none, and nothing else has an ID. */
	isEmpty: boolean;
}

/** Reads a delivery once. Everything that is asked of its events afterwards is in the reading. */
export function readDelivery(delivery: Delivery): DeliveryReading {
	const { headers } = delivery;
	const body = contentOf(delivery);
	const inForm = jsonIn(field(body, FORM_FIELD));
	const form = inForm === undefined ? [] : [body];
	const content = withParsedFields(inForm ?? body);
	const around = readSurroundings(form, headers);
	const whole = readEvent({ entry: content, payload: body, place: '' }, around);
	return {
		whole,
		listed: () => entriesOf(listedObjects(content)).map((entry) => readEvent(entry, around)),
		received() {
			const list = eventListIn(content, whole);
			if (list === undefined) return { events: [whole], isEmpty: isEmpty(content, whole) };
			const shared = fieldsBeside(content, list.value);
			const aroundList = readSurroundings([content, ...form], headers, [shared, ...form]);
			const events = entriesOf(list.entries).map((entry) => readEvent(entry, aroundList));
			return { events, shared: hasFields(shared) ? shared : undefined, isEmpty: false };
		},
	};
}

function isEmpty(content: unknown, whole: EventReading): boolean {
	if (!hasEmptyList(content, whole)) return false;
	return whole.subject.namedId === undefined && !hasObjectWithId(content);
}

/** Beyond the limit, all entries are one event. */
function entriesOf(list: unknown[]): Entry[] {
	const placeOf = (index: number) => (list.length > 1 ? `#${index}` : '');
	const first = list.slice(0, MAX_EVENTS);
	const entries = first.map((payload, index): Entry => {
		return { entry: withParsedFields(payload), payload, place: placeOf(index) };
	});
	const rest = list.slice(MAX_EVENTS);
	if (rest.length === 0) return entries;
	return [...entries, { entry: rest, payload: rest, place: '#rest', note: MORE_EVENTS }];
}

/** The fields beside a list. The list is in a field, or one object deeper. */
function fieldsBeside(content: unknown, list: unknown): Fields {
	if (!isObject(content)) return {};
	const beside: Array<[name: string, value: unknown]> = [];
	for (const [name, value] of Object.entries(content)) {
		const isHolder = isObject(value) && Object.values(value).includes(list);
		const inner = isHolder ? fieldsBeside(value, list) : value;
		const isGone = value === list || (isHolder && !hasFields(inner));
		if (!isGone) beside.push([name, inner]);
	}
	return Object.fromEntries(beside);
}

function hasFields(value: unknown): boolean {
	return isObject(value) && Object.keys(value).length > 0;
}

/** JSON is recognized with any content type. What is not JSON stays as n8n parsed it. */
function contentOf(delivery: Delivery): unknown {
	const { body, headers } = delivery;
	const text = textOf(delivery);
	const isForm = String(headers['content-type']).includes('urlencoded');
	const isParsed = typeof body === 'object' && body !== null && !isForm;
	// n8n rounds integers beyond 2^53.
	if (isParsed && !LARGE_INTEGER.test(text)) return body;
	const json = jsonIn(typeof body === 'string' ? body : text);
	if (json !== undefined) return json;
	return body === undefined ? text : body;
}

/** The body as text in its charset, without a byte order mark. */
export function textOf({ rawBody, headers }: Delivery): string {
	const charset = charsetIn(headers['content-type']);
	try {
		return new TextDecoder(charset).decode(rawBody);
	} catch {
		// There is no such charset.
		return new TextDecoder().decode(rawBody);
	}
}
