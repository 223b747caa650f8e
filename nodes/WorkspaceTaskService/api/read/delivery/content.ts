import { decodeBody, jsonIn } from '../../parse';
import { field, isObject, type Fields } from '../../json';
import type { Entry } from '../event/event';
import type { Headers } from '../event/surroundings';
import { withParsedFields } from '../wrapper';
import { EVENT_FIELD } from './form';

/* A request to the webhook, and what its body holds. */

/** What is beyond becomes a single event. */
export const MAX_EVENTS = 1_000;
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

interface ContentReading {
	/** The body, or the JSON in a field of the form. */
	content: unknown;
	/** The body as it was sent. */
	body: unknown;
	/** The form around the content, if there is any. */
	form: unknown[];
}

export function readContent(delivery: Delivery): ContentReading {
	const body = bodyOf(delivery);
	const content = jsonIn(field(body, EVENT_FIELD));
	if (content === undefined) return { content: withParsedFields(body), body, form: [] };
	return { content: withParsedFields(content), body, form: [body] };
}

/**
 * JSON is recognized with any content type. It is decoded and parsed here, since n8n knows few charsets and
 * rounds integers beyond 2^53. What is not JSON stays as n8n parsed it.
 */
function bodyOf(delivery: Delivery): unknown {
	const { body } = delivery;
	const text = typeof body === 'string' ? body : textOf(delivery);
	return jsonIn(text) ?? (body === undefined ? text : body);
}

export function textOf({ rawBody, headers }: Delivery): string {
	return decodeBody(rawBody, headers['content-type']);
}

/** The entries of a list of events. What is beyond the limit is a last event. */
export function entriesOf(list: unknown[]): Entry[] {
	const entries: Entry[] = [];
	for (const [index, payload] of list.slice(0, MAX_EVENTS).entries()) {
		entries.push({
			entry: withParsedFields(payload),
			payload,
			place: list.length > 1 ? `#${index}` : '',
		});
	}
	if (list.length > MAX_EVENTS) entries.push(restOf(list));
	return entries;
}

function restOf(list: unknown[]): Entry {
	const rest = list.slice(MAX_EVENTS);
	return {
		entry: rest,
		payload: rest,
		place: '#rest',
		note: MORE_EVENTS,
	};
}

/**
 * The fields beside a list, which the events in the list share; undefined if there are none. The list
 * is in a field of the content, or a level deeper.
 */
export function sharedFields(content: unknown, list: unknown): Fields | undefined {
	if (!isObject(content)) return undefined;
	const beside = new Map<string, unknown>();
	for (const [name, value] of Object.entries(content)) {
		if (value === list) continue;
		if (!isAround(value, list)) {
			beside.set(name, value);
			continue;
		}
		const inner = sharedFields(value, list);
		if (inner !== undefined) beside.set(name, inner);
	}
	if (beside.size === 0) return undefined;
	return Object.fromEntries(beside);
}

function isAround(value: unknown, list: unknown): boolean {
	if (!isObject(value)) return false;
	return Object.values(value).includes(list);
}
