import type { Delivery } from './body';
import { field, isId, isObject } from '../../api/json';
import { contentOf, jsonIn } from './body';

/*
 * The API document shows neither the payload of a notification nor its headers. So each part is
 * looked for where services usually put it, and may be missing.
 */

/** One event of a delivery. */
export interface RawEntry {
	entry: unknown;
	task: Record<string, unknown> | null;
	/** The fields beside a list of events; for a single event the same as `entry`. */
	outer: unknown;
	/** What the service sent for this event. */
	payload: unknown;
}

const MAX_EVENTS = 1000;
const LIST_FIELDS = ['events', 'notifications', 'tasks', 'data'];
/** An object with one of these is itself a task, whatever lists it has. */
const TASK_FIELDS = ['title', 'board_id', 'boardId'];
const TASK_PLACES = ['data', 'payload', 'object', 'resource', 'item', 'record'];
const AROUND_TASKS = [...TASK_PLACES, 'event', 'notification', 'webhook', 'message', 'body'];

/**
 * The events in a body of any shape, at least one; those beyond the limit; and the fields beside
 * the list of events.
 */
export function entriesIn(delivery: Delivery) {
	const whole = contentOf(delivery);
	// `payload=%7B…%7D`: a form with the JSON in one field.
	const content = jsonIn(field(whole, 'payload')) ?? whole;
	const listField = listFieldIn(content);
	const list = listField === undefined ? content : field(content, listField);
	if (!isEventList(list)) {
		return { entries: [entryOf(content, content, whole)], rest: undefined, shared: undefined };
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

/** The task, or the whole entry where nothing in it stands out as one. */
function taskIn(entry: unknown): Record<string, unknown> | null {
	const inner = TASK_PLACES.map((name) => field(entry, name));
	const tasks = AROUND_TASKS.map((name) => field(entry, name, 'task'));
	return [field(entry, 'task'), ...tasks, ...inner, entry].find(isObject) ?? null;
}

/** The id of the board that a task is on, as text; null when neither it nor its entry tells. */
export function boardIn({ entry, task, outer }: RawEntry): string | null {
	const places = [task, entry, field(entry, 'data'), outer];
	const ids = places.flatMap((place) => [
		field(place, 'board_id'),
		field(place, 'boardId'),
		field(field(place, 'board'), 'id'),
	]);
	// API: the id of a board is an integer. A text may be the name of one.
	const boards = places.map((place) => field(place, 'board')).filter(isId);
	const id = ids.find(isId) ?? boards.find((board) => /^\d+$/.test(String(board)));
	return id === undefined ? null : String(id).trim();
}

/** Whether an object holds a task, or is one. */
export function hasTask(content: unknown): boolean {
	const isTask = TASK_FIELDS.some((name) => field(content, name) !== undefined);
	return isTask || taskIn(content) !== content;
}

function listFieldIn(content: unknown): string | undefined {
	if (!isObject(content) || hasTask(content)) return undefined;
	return LIST_FIELDS.find((name) => isEventList(field(content, name)));
}

/** Of objects: `events` may also be a list of names. What is beyond the limit may be anything. */
function isEventList(value: unknown): value is unknown[] {
	return Array.isArray(value) && value.length > 0 && value.slice(0, MAX_EVENTS).every(isObject);
}
