import { field, isId, isObject } from '../../api/json';
import type { Delivery } from './body';
import { contentOf, jsonIn } from './body';

/*
 * The API document shows neither the body nor the headers of a notification. Each part is looked
 * for where services usually put it, and may be missing.
 */

/** One event of a delivery. */
export interface RawEntry {
	entry: unknown;
	task: Record<string, unknown> | null;
	/** The fields next to a list of events; for a single event the same as `entry`. */
	outer: unknown;
	/** What the service sent for this event. */
	payload: unknown;
}

const MAX_EVENTS = 1_000;
const LIST_FIELDS = ['events', 'notifications', 'tasks', 'data'];
/** An object with one of these is a task, even if it has lists. */
const TASK_FIELDS = ['title', 'board_id', 'boardId'];
const TASK_PLACES = ['data', 'payload', 'object', 'resource', 'item', 'record'];
const AROUND_TASKS = [...TASK_PLACES, 'event', 'notification', 'webhook', 'message', 'body'];

/** At least one event, the fields next to a list of events, and what is over the limit. */
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

/** The task, or the whole entry if nothing in it looks like one. */
function taskIn(entry: unknown): Record<string, unknown> | null {
	const inner = TASK_PLACES.map((name) => field(entry, name));
	const tasks = AROUND_TASKS.map((name) => field(entry, name, 'task'));
	return [field(entry, 'task'), ...tasks, ...inner, entry].find(isObject) ?? null;
}

/** The ID of the board of a task, as text; null if unknown. */
export function boardIn({ entry, task, outer }: RawEntry): string | null {
	const places = [task, entry, field(entry, 'data'), outer];
	const ids = places.flatMap((place) => [
		field(place, 'board_id'),
		field(place, 'boardId'),
		field(field(place, 'board'), 'id'),
	]);
	// API: the ID of a board is an integer. A text may be its name.
	const boards = places.map((place) => field(place, 'board')).filter(isId);
	const id = ids.find(isId) ?? boards.find((board) => /^\d+$/.test(String(board)));
	// A large number may have been rounded.
	const isKnown = typeof id === 'number' ? Number.isSafeInteger(id) : id !== undefined;
	return isKnown ? String(id).trim() : null;
}

/** Whether an object contains a task, or is one. */
export function hasTask(content: unknown): boolean {
	const isTask = TASK_FIELDS.some((name) => field(content, name) !== undefined);
	return isTask || taskIn(content) !== content;
}

function listFieldIn(content: unknown): string | undefined {
	if (!isObject(content) || hasTask(content)) return undefined;
	return LIST_FIELDS.find((name) => isEventList(field(content, name)));
}

/** A list of objects: `events` may also be a list of names. Beyond the limit, all passes. */
function isEventList(value: unknown): value is unknown[] {
	return Array.isArray(value) && value.length > 0 && value.slice(0, MAX_EVENTS).every(isObject);
}
