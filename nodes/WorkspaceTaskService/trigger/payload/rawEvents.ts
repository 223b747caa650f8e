import { field, isObject, parseJson, valuesIn, type Fields } from '../../api/json';
import {
	EVENT_LISTS,
	EVENT_LIST_WRAPPERS,
	hasTask,
	innerObjects,
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
}

const MAX_EVENTS = 1_000;

/**
 * At least one event, the fields next to a list of events, and what is over the limit.
 * @property isEmpty a list of events has none, and nothing else has an ID
 */
export function rawEventsIn(delivery: Delivery) {
	const whole = contentOf(delivery);
	// `payload=%7B…%7D`: a form with the JSON in one field.
	const content = jsonIn(field(whole, 'payload')) ?? whole;
	const lists = listsIn(content);
	const list = lists.find(isEventList);
	if (list === undefined) {
		const others = valuesIn(content).filter((one) => one !== content);
		const hasId = others.some((one) => selfIdOf(one) !== undefined);
		const isEmpty = !hasId && lists.some(({ length }) => length === 0);
		const raw: RawEvent[] = [{ entry: content, outer: whole, payload: whole }];
		return { raw, rest: undefined, shared: undefined, isEmpty };
	}
	const outer = besides(content, list);
	const rawOf = (entry: unknown): RawEvent => ({ entry, outer, payload: entry });
	return {
		raw: list.slice(0, MAX_EVENTS).map(rawOf),
		rest: list.length > MAX_EVENTS ? rawOf(list.slice(MAX_EVENTS)) : undefined,
		shared: Object.keys(outer).length > 0 ? outer : undefined,
		isEmpty: false,
	};
}

/** Lists that may be of events: the delivery itself, or at the top or one level below. */
function listsIn(content: unknown): unknown[][] {
	if (Array.isArray(content)) return [content];
	if (hasTask(content)) return [];
	const around = [content, ...valuesOf(content, EVENT_LIST_WRAPPERS)];
	const places = around.filter((place) => innerObjects(place).length === 0);
	return places.flatMap((place) => valuesOf(place, EVENT_LISTS)).filter(Array.isArray);
}

/** A list of objects: `events` may also be a list of names. Beyond the limit, all passes. */
function isEventList(list: unknown[]): boolean {
	return list.length > 0 && list.slice(0, MAX_EVENTS).every(isObject);
}

/** The fields next to a list, which is in one of them, or in an object in one. */
function besides(content: unknown, list: unknown[]): Fields {
	const fields = isObject(content) ? Object.entries(content) : [];
	const isAround = ([, value]: [string, unknown]) =>
		value === list || (isObject(value) && Object.values(value).includes(list));
	const inner = fields
		.filter(isAround)
		.map(([name, value]) => [name, besides(value, list)] as const);
	const others = fields.filter((one) => !isAround(one));
	return Object.fromEntries([
		...others,
		...inner.filter(([, left]) => Object.keys(left).length > 0),
	]);
}

/** JSON is recognized with any content type. What is not JSON stays as n8n parsed it. */
function contentOf(delivery: Delivery): unknown {
	const { body } = delivery;
	const text = textOf(delivery);
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
