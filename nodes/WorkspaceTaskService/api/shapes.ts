import { field, isFilledText, isId, isObject, valuesIn, type Fields } from './json';

/*
 * Every name that a board, a task, a list or an ID may have in what the service sends. The API
 * document shows almost no response and no notification, so these are guesses. If you know how your
 * service responds, this is the only file to change.
 */

const WRAPPERS = ['data', 'payload', 'object', 'resource', 'item', 'record', 'result'];
/** Around an event. Also objects of their own, whose `id` is not that of a task. */
const ENVELOPES = ['event', 'notification', 'webhook', 'message', 'body'];
const LISTS = ['boards', 'data', 'items', 'results', 'values', 'records', 'content', '_embedded'];
export const EVENT_LIST_WRAPPERS = ['data', 'payload'];
export const EVENT_LISTS = ['events', 'notifications', 'tasks', 'data'];
/** The sentence that a person should read, best first. */
export const SENTENCES = [
	'message',
	'error_description',
	'error_message',
	'detail',
	'error',
	'reason',
	'msg',
];
export const DETAILS = ['errors', 'details', 'issues'];
export const SUBJECTS = ['field', 'loc', 'path', 'param'];
const TASK_IDS = ['task_id', 'taskId', 'taskID'];
/** Of an object itself, never of what belongs to it, such as `parent_id`. */
const SELF_IDS = [...TASK_IDS, 'id', '_id', 'ID', 'gid', 'uuid', 'resource_id', 'resourceId'];
const BOARD_IDS = ['board_id', 'boardId'];
const TASK_URL = /\/tasks\/([^/?#]+)\/?([?#]|$)/;
const TASK_FIELDS = ['title', ...BOARD_IDS];
export const EVENT_IDS = ['delivery_id', 'deliveryId', 'event_id', 'eventId'];
export const ATTEMPT_FIELD =
	/^(attempts?|retr(y|ies)|(attempt|retry|delivery)_?(count|number|attempt)|(sent|delivered)_?at)$/i;
const FAILURE = /^(error|fail(ed|ure)?|false)$/i;
/** Keys beside a list, and headers without `x-`, that tell of further pages: in lower case, letters only. */
export const PAGE_KEYS = {
	place: /^(links|meta(data)?|pag(e|ing|ination)(info)?|cursors?)$/,
	link: /^(odata)?next(page)?(url|link)?$/,
	more: /^(odata)?(has)?next|more$|truncated$/,
	cursor: /^cursor$/,
	last: /^(is)?last$/,
	total: /^(odata)?(total)?(count|elements|items|results|records|boards)$|^total$/,
	pages: /^(total)?pages$|^lastpage$|^pagecount$/,
};

export const valuesOf = (value: unknown, names: string[]) =>
	names.map((name) => field(value, name));
const objectsIn = (value: unknown, names: string[]) => valuesOf(value, names).filter(isObject);

const MAX_TEXT = 1_000;
export const textIn = (value: unknown) =>
	isId(value) ? String(value).slice(0, MAX_TEXT).trim() : '';

/** As text; undefined for a number that may have been rounded. */
export const exactId = (value: unknown) =>
	typeof value === 'string' || Number.isSafeInteger(value) ? textIn(value) : undefined;
export const firstId = (values: unknown[]) => values.map(exactId).find(isFilledText);

/** The list in a body: itself, or inside up to two wrappers. */
export const listIn = (body: unknown): unknown[] | undefined =>
	[body, ...wrappedIn(body)].find(Array.isArray);

/** What is in the usual wrappers around a list, the outer ones first. */
export function wrappedIn(body: unknown): unknown[] {
	const outer = valuesOf(isObject(body) ? body : undefined, LISTS);
	return [...outer, ...outer.filter(isObject).flatMap((one) => valuesOf(one, LISTS))];
}

/** Objects inside the wrappers of a response or an event, the outer ones first. */
export function innerObjects(value: unknown): Fields[] {
	const envelopes = objectsIn(value, ENVELOPES);
	const inner = [value, ...envelopes].flatMap((one) => objectsIn(one, WRAPPERS));
	const deep = inner.flatMap((one) => objectsIn(one, WRAPPERS));
	return [...inner, ...deep, ...(isTask(value) ? [] : envelopes.filter(isTask))];
}

const isTask = (value: unknown) => valuesOf(value, TASK_FIELDS).some((one) => one !== undefined);

function tasksIn(value: unknown): unknown[] {
	const places = [value, ...objectsIn(value, ENVELOPES), ...innerObjects(value)];
	return places.map((place) => field(place, 'task')).filter((task) => task !== undefined);
}

const likelyTaskIn = (value: unknown) =>
	[...tasksIn(value), innerObjects(value).find(isTask)].find(isObject);

export const hasTask = (value: unknown) => isTask(value) || likelyTaskIn(value) !== undefined;

/** Whether one of the usual wrappers around a task or a list is in it. */
export const hasWrapper = (value: unknown) => objectsIn(value, WRAPPERS).length > 0;

/** The task in a response or an event; all of it if no object in it looks like one. */
export function taskIn(value: unknown): Fields | null {
	const [first] = objectsIn(value, WRAPPERS);
	return [likelyTaskIn(value), first, value].find(isObject) ?? null;
}

export const selfIdOf = (value: unknown) => firstId(valuesOf(value, SELF_IDS));
export const idInUrl = (url: unknown) => TASK_URL.exec(textIn(url))?.[1];
/** Not that of a name. */
const digitsIn = (value: unknown) => /^\d+$/.exec(exactId(value) ?? '')?.[0];

/** The ID of the task that a response or an event names as such. */
export function namedIdIn(value: unknown): string | undefined {
	const places = [value, ...innerObjects(value)];
	return firstId([
		...tasksIn(value).flatMap((task) => [selfIdOf(task), idInUrl(task), digitsIn(task)]),
		...places.flatMap((place) => valuesOf(place, TASK_IDS)),
	]);
}

/** The ID of the task: a named one before a plain `id`. */
export function taskIdIn(value: unknown): string | undefined {
	const places = () => [taskIn(value), ...innerObjects(value), value];
	return namedIdIn(value) ?? firstId(places().map(selfIdOf));
}

/** The board that the first of these places names, or else all that they name anywhere inside. */
export function boardIdsIn(places: unknown[]): string[] {
	const [first] = places.flatMap((place) => [place, field(place, 'data')]).flatMap(boardIdsOf);
	return first === undefined ? valuesIn(places).flatMap(boardIdsOf) : [first];
}

function boardIdsOf(place: unknown): string[] {
	// API: the ID of a board is an integer. A text may be its name.
	const digits = digitsIn(field(place, 'board'));
	const ids = [...valuesOf(place, BOARD_IDS), field(place, 'board', 'id'), digits];
	return ids.map(exactId).filter(isFilledText);
}

/** Whether a 2xx says that it refused: by a flag, or without an ID of the object by another sign. */
export function saysRefused(body: unknown, resource: string): boolean {
	const isNo = (value: unknown) => value === false || /^(false|0)$/i.test(textIn(value));
	if (valuesOf(body, ['ok', 'success']).some(isNo)) return true;
	const hasName = valuesOf(body, ['title', 'name', 'url']).some(isFilledText);
	if ((hasName && isId(field(body, 'id'))) || isId(field(body, resource, 'id'))) return false;
	const isFilled = (value: unknown) =>
		isObject(value) || Array.isArray(value) ? Object.keys(value).length > 0 : Boolean(value);
	const isFailure = (value: unknown) => value === false || FAILURE.test(textIn(value));
	const isErrorCode = (value: unknown) => typeof value === 'number' && value >= 400;
	return (
		valuesOf(body, ['error', 'errors', 'error_code']).some(isFilled) ||
		valuesOf(body, ['status', 'type', 'result']).some(isFailure) ||
		valuesOf(body, ['status', 'code']).some(isErrorCode)
	);
}
