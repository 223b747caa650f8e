import { parseJson } from '../transport/json';
import type { Headers } from './fields';
import { field, isObject } from './fields';
import { taskIn } from './recognise';

/** What came in, as n8n hands it over. */
export interface Delivery {
	/** Parsed by n8n; undefined for an empty body and for content types it does not know. */
	body: unknown;
	rawBody: string;
	headers: Headers;
}

/** One event of a delivery: `entry` describes it, `payload` is what the service sent for it. */
export interface Part {
	entry: unknown;
	task: Record<string, unknown> | null;
	payload: unknown;
}

/** n8n stores items by recursion, which ends far below what its JSON parser takes. */
const MAX_DEPTH = 200;

/** The events in a body of any shape; never none. */
export function partsOf(delivery: Delivery): Part[] {
	const whole = readable(delivery);
	if (isList(whole)) return whole.map((entry) => partOf(entry));
	const events = field(whole, 'events');
	if (!isObject(whole) || !isList(events) || taskIn(whole) !== whole) {
		return [partOf(formIn(whole) ?? whole, whole)];
	}
	return events.map((entry) => partOf(entry, { ...whole, events: [entry] }));
}

function partOf(entry: unknown, payload = entry): Part {
	return { entry, task: taskIn(entry), payload };
}

/** JSON that came with another content type, or none, is read all the same. */
function readable({ body, rawBody, headers }: Delivery): unknown {
	const isForm = String(headers['content-type']).includes('urlencoded');
	const text = body === undefined || isForm ? rawBody : body;
	const read = jsonObjectIn(text) ?? body ?? (body === null ? null : rawBody);
	return isDeeperThan(MAX_DEPTH, read) ? rawBody : read;
}

/** `payload=%7B…%7D`: the whole JSON in one field of a form. */
function formIn(whole: unknown): object | undefined {
	const json = jsonObjectIn(field(whole, 'payload'));
	return isDeeperThan(MAX_DEPTH, json) ? undefined : json;
}

function jsonObjectIn(text: unknown): object | undefined {
	const parsed = typeof text === 'string' ? parseJson(text) : undefined;
	return hasFields(parsed) ? parsed : undefined;
}

function isDeeperThan(limit: number, value: unknown): boolean {
	let level = [value].filter(hasFields);
	for (let depth = 0; depth <= limit && level.length > 0; depth += 1) {
		level = level.flatMap((one) => Object.values(one).filter(hasFields));
	}
	return level.length > 0;
}

function hasFields(value: unknown): value is object {
	return typeof value === 'object' && value !== null;
}

/** Objects only: `events` may also be a list of names, beside a task of its own. */
function isList(value: unknown): value is Array<Record<string, unknown>> {
	return Array.isArray(value) && value.length > 0 && value.every(isObject);
}
