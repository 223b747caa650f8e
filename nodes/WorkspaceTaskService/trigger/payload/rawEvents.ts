import { selfIdOf } from '../../api/ids';
import { field, isObject, parseJson, valuesIn, type Fields } from '../../api/json';
import {
	EVENT_LISTS,
	EVENT_LIST_WRAPPERS,
	hasLikelyTask,
	hasTask,
	hasTaskId,
	taskIn,
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
	task: Record<string, unknown> | null;
	/** The fields next to a list of events; for a single event the whole body. */
	outer: unknown;
	payload: unknown;
}

/** In a longer body, integers beyond 2^53 stay as n8n parsed them: at worst it would take 60 ms. */
const MAX_EXACT_CHARACTERS = 200_000;
const MAX_EVENTS = 1_000;

/**
 * At least one event, the fields next to a list of events, and what is over the limit.
 * @property isEmpty a list of events has none, and nothing else shows a task
 */
export function rawEventsIn(delivery: Delivery) {
	const whole = contentOf(delivery);
	// `payload=%7B…%7D`: a form with the JSON in one field.
	const content = jsonIn(field(whole, 'payload')) ?? whole;
	const lists = listsIn(content);
	const found = lists.find(({ list }) => isEventList(list));
	if (found === undefined) {
		const isEmpty = !mayShowTask(content) && lists.some(({ list }) => list.length === 0);
		const entries = [entryOf(content, whole, whole)];
		return { entries, rest: undefined, shared: undefined, isEmpty };
	}
	const { list, path } = found;
	const shared = besides(content, path);
	return {
		entries: list.slice(0, MAX_EVENTS).map((event) => entryOf(event, shared, event)),
		shared: Object.keys(shared).length > 0 ? shared : undefined,
		rest: list.length > MAX_EVENTS ? list.slice(MAX_EVENTS) : undefined,
		isEmpty: false,
	};
}

/** By its ID, or in any object inside that has one. */
const mayShowTask = (content: unknown) =>
	hasTaskId(content) ||
	valuesIn(content).some((one) => one !== content && selfIdOf(one) !== undefined);

function entryOf(entry: unknown, outer: unknown, payload: unknown): RawEvent {
	return { entry, task: taskIn(entry), outer, payload };
}

/** Lists that may be of events: the delivery itself, or at the top or one level below. */
function listsIn(content: unknown): Array<{ path: string[]; list: unknown[] }> {
	if (Array.isArray(content)) return [{ path: [], list: content }];
	if (!isObject(content) || hasLikelyTask(content)) return [];
	const around = [[], ...EVENT_LIST_WRAPPERS.map((name) => [name])];
	const places = around.filter((place) => !hasTask(field(content, ...place)));
	return places
		.flatMap((place) => EVENT_LISTS.map((name) => [...place, name]))
		.map((path) => ({ path, list: field(content, ...path) }))
		.filter((one): one is { path: string[]; list: unknown[] } => Array.isArray(one.list));
}

function besides(content: unknown, [name, ...path]: string[]): Fields {
	if (!isObject(content) || name === undefined) return {};
	const others = Object.entries(content).filter(([one]) => one !== name);
	const inner = besides(content[name], path);
	if (Object.keys(inner).length > 0) others.push([name, inner]);
	return Object.fromEntries(others);
}

/** A list of objects: `events` may also be a list of names. Beyond the limit, all passes. */
function isEventList(list: unknown[]): boolean {
	return list.length > 0 && list.slice(0, MAX_EVENTS).every(isObject);
}

/** JSON is recognized with any content type. What is not JSON stays as n8n parsed it. */
function contentOf(delivery: Delivery): unknown {
	const { body, headers } = delivery;
	const isForm = String(headers['content-type']).includes('urlencoded');
	const text = textOf(delivery);
	if (hasFields(body) && !isForm) return exactly(text) ?? body;
	return jsonIn(typeof body === 'string' ? body : text) ?? (body === undefined ? text : body);
}

/** The body as text, without a byte order mark. */
export function textOf({ rawBody }: Delivery): string {
	return new TextDecoder().decode(rawBody);
}

export function jsonIn(text: unknown): object | undefined {
	if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) return undefined;
	try {
		return exactly(text) ?? JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Parsed with exact integers; undefined if n8n's parser does not change any. */
function exactly(text: string): object | undefined {
	if (text.length > MAX_EXACT_CHARACTERS || !/\d{16}/.test(text)) return undefined;
	const parsed = parseJson(text);
	return hasFields(parsed) ? parsed : undefined;
}

function hasFields(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}
