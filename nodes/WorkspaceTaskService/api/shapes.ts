import { z } from 'zod';

import type { Fields } from './json';
import { field, isFilledText, isId, isObject } from './json';

/*
 * Every name that a board, a task, a list or an ID may have in what the service sends. The API
 * document shows almost no response and no notification, so these are guesses. If you know how your
 * service responds, this is the only file to change.
 */

/** Around one object. */
const WRAPPERS = ['data', 'payload', 'object', 'resource', 'item', 'record', 'result'];
/** Around an event. Also objects of their own, whose `id` is not that of a task. */
const ENVELOPES = ['event', 'notification', 'webhook', 'message', 'body'];
const LISTS = ['boards', 'data', 'items', 'results', 'values', 'records', 'content', '_embedded'];
export const EVENT_LISTS = ['events', 'notifications', 'tasks', 'data'];
const TITLES = ['title', 'name'];
const TASK_IDS = ['task_id', 'taskId'];
const RESOURCE_IDS = ['resource_id', 'resourceId'];
const BOARD_IDS = ['board_id', 'boardId'];
/** Only tasks have them. */
const TASK_FIELDS = ['title', ...BOARD_IDS];
/** Of an event or a delivery. */
export const EVENT_IDS = ['delivery_id', 'deliveryId', 'event_id', 'eventId'];
/** Fields that differ between two attempts to deliver the same event. */
export const ATTEMPT_FIELD =
	/^(attempts?|retr(y|ies)|(attempt|retry|delivery)_?(count|number|attempt)|(sent|delivered)_?at)$/i;

/** Keys beside a list, in lower case and without separators, that tell of further pages. */
export const PAGE_KEYS = {
	place: /^(links|meta(data)?|pag(e|ing|ination)(info)?|cursors?)$/,
	link: /^(odata)?next(page)?(url|link)?$/,
	more: /^(odata)?(has)?next|more$|truncated$/,
	cursor: /^cursor$/,
	last: /^(is)?last$/,
	total: /^(odata)?(total)?(count|elements|items|results|records|boards)$|^total$/,
	page: /^(current)?page$/,
	pages: /^(total)?pages$|^lastpage$|^pagecount$/,
};

const anyId = z.union([z.number(), z.string()]).optional().catch(undefined);

/** What a list needs of a board. Whatever does not fit is absent. */
export const listedBoard = z
	.object({ id: anyId, name: z.string().optional().catch(undefined), workspace_id: anyId })
	.passthrough();

export type ListedBoard = z.infer<typeof listedBoard>;

export const valuesOf = (value: unknown, names: string[]) =>
	names.map((name) => field(value, name));
const objectsIn = (value: unknown, names: string[]) => valuesOf(value, names).filter(isObject);

/** As text. A number that may have been rounded is unknown. */
function exactId(value: unknown): string | undefined {
	const isExact = isFilledText(value) || Number.isSafeInteger(value);
	return isExact ? String(value).trim() : undefined;
}

const firstId = (values: unknown[]) => values.map(exactId).find(isFilledText);

/** The list in a body: itself, or inside up to two wrappers. */
export function listIn(body: unknown): unknown[] | undefined {
	return [body, ...wrappedIn(body)].find(Array.isArray);
}

/** What is beside a list: its keys, in lower case and without separators, and their values. */
export function besideList(body: unknown): Array<[key: string, value: unknown]> {
	const plain = (one: unknown) =>
		Object.entries(isObject(one) ? one : {}).map(([name, value]): [string, unknown] => [
			name.toLowerCase().replace(/[^a-z]/g, ''),
			value,
		]);
	const beside = [body, ...wrappedIn(body)].flatMap(plain);
	const places = beside.filter(([key]) => PAGE_KEYS.place.test(key));
	return [...beside, ...places.flatMap(([, value]) => plain(value))];
}

/** What is in the usual wrappers around a list, the outer ones first. */
function wrappedIn(body: unknown): unknown[] {
	const outer = valuesOf(isObject(body) ? body : undefined, LISTS);
	return [...outer, ...outer.filter(isObject).flatMap((one) => valuesOf(one, LISTS))];
}

/** Objects inside the wrappers of a response or an event, the outer ones first. */
function innerObjects(value: unknown): Fields[] {
	const envelopes = objectsIn(value, ENVELOPES);
	const inner = [value, ...envelopes].flatMap((one) => objectsIn(one, WRAPPERS));
	const deep = inner.flatMap((one) => objectsIn(one, WRAPPERS));
	return [...inner, ...deep, ...(isTask(value) ? [] : envelopes.filter(isTask))];
}

function isTask(value: unknown): boolean {
	return valuesOf(value, TASK_FIELDS).some((one) => one !== undefined);
}

/** Fields named `task`, of any type. */
function tasksIn(value: unknown): unknown[] {
	const places = [value, ...objectsIn(value, ENVELOPES), ...innerObjects(value)];
	return places.map((place) => field(place, 'task')).filter((task) => task !== undefined);
}

/** The task in a response or an event; all of it if no object in it looks like one. */
export function taskIn(value: unknown): Fields | null {
	const inner = innerObjects(value);
	const [first] = objectsIn(value, WRAPPERS);
	return [...tasksIn(value), inner.find(isTask), first, value].find(isObject) ?? null;
}

/** Whether something is a task or contains one. */
export function hasTask(value: unknown): boolean {
	return isTask(value) || taskIn(value) !== value;
}

/** Whether something has a task or the ID of one. */
export function isAboutTask(value: unknown): boolean {
	return hasTask(value) || firstId(valuesOf(value, TASK_IDS)) !== undefined;
}

/** The ID of the task in a response or an event: a field named for it before an `id`. */
export function taskIdIn(value: unknown): string | undefined {
	const tasks = tasksIn(value);
	const inner = innerObjects(value);
	const named = [...TASK_IDS, ...RESOURCE_IDS];
	return firstId([
		...tasks.flatMap((task) => [field(task, 'id'), ...valuesOf(task, named), task]),
		...[value, ...inner].flatMap((place) => valuesOf(place, named)),
		...[taskIn(value), ...inner, value].map((place) => field(place, 'id')),
	]);
}

export function titleOf(task: unknown): string {
	return String(valuesOf(task, TITLES).find((title) => title !== undefined) ?? '').trim();
}

/** The ID of the board in the first of these places that has one; null if unknown. */
export function boardIdIn(places: unknown[]): string | null {
	const all = places.flatMap((place) => [place, field(place, 'data')]);
	const ids = all.flatMap((place) => [...valuesOf(place, BOARD_IDS), field(place, 'board', 'id')]);
	// API: the ID of a board is an integer. A text may be its name.
	const boards = all.map((place) => exactId(field(place, 'board')));
	const isNumber = (board = '') => /^\d+$/.test(board);
	const id = ids.find(isId) ?? boards.find(isNumber);
	return exactId(id) ?? null;
}
