import { field, isObject } from '../../api/json';
import { EVENT_LISTS, hasTask, taskIn } from '../../api/shapes';
import type { Delivery } from './body';
import { contentOf, jsonIn } from './body';

/** One event of a delivery. */
export interface RawEntry {
	entry: unknown;
	task: Record<string, unknown> | null;
	/** The fields next to a list of events; for a single event the whole body. */
	outer: unknown;
	/** What the service sent for this event. */
	payload: unknown;
}

const MAX_EVENTS = 1_000;

/** At least one event, the fields next to a list of events, and what is over the limit. */
export function entriesIn(delivery: Delivery) {
	const whole = contentOf(delivery);
	// `payload=%7B…%7D`: a form with the JSON in one field.
	const content = jsonIn(field(whole, 'payload')) ?? whole;
	const listField = listFieldIn(content);
	const list = listField === undefined ? content : field(content, listField);
	if (!isEventList(list)) {
		return { entries: [entryOf(content, whole, whole)], rest: undefined, shared: undefined };
	}
	const others = Object.entries(isObject(content) ? content : {});
	const shared = Object.fromEntries(others.filter(([name]) => name !== listField));
	return {
		entries: list.slice(0, MAX_EVENTS).map((event) => entryOf(event, shared, event)),
		shared: others.length > 1 ? shared : undefined,
		rest: list.length > MAX_EVENTS ? list.slice(MAX_EVENTS) : undefined,
	};
}

function entryOf(entry: unknown, outer: unknown, payload: unknown): RawEntry {
	return { entry, task: taskIn(entry), outer, payload };
}

function listFieldIn(content: unknown): string | undefined {
	if (!isObject(content) || hasTask(content)) return undefined;
	return EVENT_LISTS.find((name) => isEventList(field(content, name)));
}

/** A list of objects: `events` may also be a list of names. Beyond the limit, all passes. */
function isEventList(value: unknown): value is unknown[] {
	return Array.isArray(value) && value.length > 0 && value.slice(0, MAX_EVENTS).every(isObject);
}
