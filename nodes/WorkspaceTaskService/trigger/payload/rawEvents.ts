import { field, isObject, parseJson, valuesIn, type Fields } from '../../api/json';
import {
	EVENT_LISTS,
	EVENT_LIST_WRAPPERS,
	hasTask,
	hasWrapper,
	namedIdIn,
	selfIdOf,
	valuesOf,
} from '../../api/shapes';

/** Header fields as Node.js provides them: a repeated one may be a list. */
export type Headers = Record<string, string | string[] | undefined>;

export interface Delivery {
	/** Parsed by n8n; undefined for an empty body and for content types it does not know. */
	body: unknown;
	/** Undefined for multipart forms, whose bytes n8n does not keep. */
	rawBody: Buffer | undefined;
	/** Names in lower case. */
	headers: Headers;
}

export interface RawEvent {
	entry: unknown;
	/** The fields next to a list of events; for a single event the whole body. */
	outer: unknown;
	payload: unknown;
	/** In a list with others, which share the IDs around it: where. */
	place: string;
	/** It is all further events. */
	note?: string;
}

const MAX_EVENTS = 1_000;
const MORE_EVENTS =
	'The payload of this item has the other events of the delivery. Only the first 1,000 become separate items.';

/**
 * At least one event, and the fields next to a list of events.
 * @property isEmpty a list of events has none, and nothing else has an ID
 */
export function rawEventsIn(delivery: Delivery) {
	const whole = contentOf(delivery);
	// `payload=%7B…%7D`: a form with the JSON in one field.
	const content = jsonIn(field(whole, 'payload')) ?? whole;
	const lists = listsIn(content);
	const list = lists.find(isEventList);
	if (list === undefined) {
		const isEmpty = lists.some(({ length }) => length === 0) && !showsId(content);
		const raw: RawEvent[] = [{ entry: content, outer: whole, payload: whole, place: '' }];
		return { raw, shared: undefined, isEmpty };
	}
	const outer = besides(content, list);
	const rawOf = (entry: unknown, place: string) => ({ entry, outer, payload: entry, place });
	const placeOf = (index: number) => (list.length > 1 ? `#${index}` : '');
	const first = list.slice(0, MAX_EVENTS).map((entry, index) => rawOf(entry, placeOf(index)));
	const rest = list.slice(MAX_EVENTS);
	const more = rest.length > 0 ? [{ ...rawOf(rest, '#rest'), note: MORE_EVENTS }] : [];
	const shared = Object.keys(outer).length > 0 ? outer : undefined;
	return { raw: [...first, ...more], shared, isEmpty: false };
}

/** Whether it names the ID of a task, or any object inside has an ID. */
const showsId = (content: unknown) =>
	namedIdIn(content) !== undefined ||
	valuesIn(content).some((one) => one !== content && selfIdOf(one) !== undefined);

/** Lists that may be of events: the delivery itself, or at the top or one level below. */
function listsIn(content: unknown): unknown[][] {
	if (Array.isArray(content)) return [content];
	if (hasTask(content)) return [];
	const around = [content, ...valuesOf(content, EVENT_LIST_WRAPPERS)];
	const places = around.filter((place) => !hasWrapper(place));
	return places.flatMap((place) => valuesOf(place, EVENT_LISTS)).filter(Array.isArray);
}

/** A list of objects: `events` may also be a list of names. Beyond the limit, all passes. */
function isEventList(list: unknown[]): boolean {
	return list.length > 0 && list.slice(0, MAX_EVENTS).every(isObject);
}

/** The fields next to a list, which is in one of them, or in an object in one. */
function besides(content: unknown, list: unknown[]): Fields {
	if (!isObject(content)) return {};
	const isAround = ([, value]: [string, unknown]) =>
		value === list || (isObject(value) && Object.values(value).includes(list));
	const fields = Object.entries(content);
	const others = fields.filter((one) => !isAround(one));
	const [name = '', value] = fields.find(isAround) ?? [];
	const inner = besides(value, list);
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
	return jsonIn(typeof body === 'string' ? body : text) ?? (body === undefined ? text : body);
}

/** The body as text, without a byte order mark. */
export function textOf({ rawBody }: Delivery): string {
	return new TextDecoder().decode(rawBody);
}

/** An object or a list; undefined for everything else. */
export function jsonIn(text: unknown): unknown {
	return typeof text === 'string' && /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
}
