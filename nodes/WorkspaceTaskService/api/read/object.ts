import {
	field,
	isFilledText,
	isId,
	isObject,
	objectsIn,
	textIn,
	valuesIn,
	valuesOf,
} from '../json';
import type { Fields } from '../json';

/*
 * A task, a board, and an ID in what the service sends: every name that they may have. The API
 * document shows almost no response and no notification, so these are guesses.
 */

const WRAPPERS = ['data', 'payload', 'object', 'resource', 'item', 'record', 'result'];
/** Around an event. Envelopes can be objects with an `id` of their own, which is not the task's. */
const ENVELOPES = ['event', 'notification', 'webhook', 'message', 'body'];
const TASK = ['task'];
const TASK_IDS = ['task_id', 'taskId', 'taskID'];
/** The ID of an object itself, never of what belongs to the object, such as `parent_id`. */
const SELF_IDS = [...TASK_IDS, 'id', '_id', 'ID', 'gid', 'uuid', 'resource_id', 'resourceId'];
const BOARD_IDS = ['board_id', 'boardId'];
const TASK_URL = /\/tasks\/([^/?#]+)\/?([?#]|$)/;
const TITLE = 'title';
const TASK_FIELDS = [TITLE, ...BOARD_IDS];
const OK_FLAGS = ['ok', 'success'];
const NAMES = ['title', 'name', 'url'];
const ERRORS = ['error', 'errors', 'error_code'];
const STATES = ['status', 'type', 'result'];
const CODES = ['status', 'code'];
const NO = /^(false|0)$/i;
const FAILURE = /^(error|fail(ed|ure)?|false)$/i;
const MIN_ERROR_CODE = 400;

/** What a response or an event says of a task. */
export interface TaskReading {
	/** All of the value if no object in it looks like a task; null if the value is no object. */
	task: Fields | null;
	/** The value or an object in it looks like a task. */
	hasTask: boolean;
	/** The ID that is named as the ID of the task. */
	namedId: string | undefined;
	/** The ID of the task: a named ID before a plain `id`. */
	id: string | undefined;
	/** The objects inside the usual wrappers, the outer objects first. */
	wrapped: Fields[];
}

export function readTask(value: unknown): TaskReading {
	const envelopes = objectsIn(value, ENVELOPES);
	const wrapped = wrappedObjects(value, envelopes);
	const tasks = [value, ...envelopes, ...wrapped].flatMap((place) => valuesOf(place, TASK));
	const likelyTask = [...tasks, wrapped.find(isTask)].find(isObject);
	const [firstWrapped] = objectsIn(value, WRAPPERS);
	const task = [likelyTask, firstWrapped, value].find(isObject) ?? null;
	const namedId = firstId([
		...tasks.flatMap((named) => [selfIdOf(named), idInUrl(named), digitsIn(named)]),
		...[value, ...wrapped].flatMap((place) => valuesOf(place, TASK_IDS)),
	]);
	const id = namedId ?? firstId([task, ...wrapped, value].map(selfIdOf));
	return { task, hasTask: isTask(value) || likelyTask !== undefined, namedId, id, wrapped };
}

function wrappedObjects(value: unknown, envelopes: Fields[]): Fields[] {
	const outer = [value, ...envelopes].flatMap((place) => objectsIn(place, WRAPPERS));
	const inner = outer.flatMap((place) => objectsIn(place, WRAPPERS));
	const taskEnvelopes = isTask(value) ? [] : envelopes.filter(isTask);
	return [...outer, ...inner, ...taskEnvelopes];
}

const isTask = (value: unknown) => valuesOf(value, TASK_FIELDS).length > 0;

/** Whether a usual wrapper around a task or a list is in the value. */
export const hasWrapper = (value: unknown) => objectsIn(value, WRAPPERS).length > 0;

export const selfIdOf = (value: unknown) => firstId(valuesOf(value, SELF_IDS));
export const idInUrl = (url: unknown) => TASK_URL.exec(textIn(url))?.[1];
export const titleOf = (value: unknown) => field(value, TITLE);

/** As text; undefined for a number that may have been rounded. */
export const exactId = (value: unknown) =>
	typeof value === 'string' || Number.isSafeInteger(value) ? textIn(value) : undefined;
export const firstId = (values: unknown[]) => values.map(exactId).find(isFilledText);

/** An ID of digits. Other text may be a name. */
const digitsIn = (value: unknown) => /^\d+$/.exec(exactId(value) ?? '')?.[0];

/** The board that the first of these places names, or else all boards named anywhere inside. */
export function boardIdsIn(places: unknown[]): string[] {
	const usual = places.flatMap((place) => [place, ...valuesOf(place, ['data'])]);
	const [first] = usual.flatMap(boardIdsOf);
	return first === undefined ? valuesIn(places).flatMap(boardIdsOf) : [first];
}

function boardIdsOf(place: unknown): string[] {
	const [board] = valuesOf(place, ['board']);
	// API: the ID of a board is an integer. A text may be its name.
	const ids = [...valuesOf(place, BOARD_IDS), field(board, 'id'), digitsIn(board)];
	return ids.map(exactId).filter(isFilledText);
}

/** Whether a 2xx says that it refused: by a flag, or without an ID of the object by another sign. */
export function saysRefused(body: unknown, resource: string): boolean {
	if (valuesOf(body, OK_FLAGS).some(isNo)) return true;
	const hasName = valuesOf(body, NAMES).some(isFilledText);
	if ((hasName && isId(field(body, 'id'))) || isId(field(body, resource, 'id'))) return false;
	return (
		valuesOf(body, ERRORS).some(isFilled) ||
		valuesOf(body, STATES).some(isFailure) ||
		valuesOf(body, CODES).some(isErrorCode)
	);
}

const isNo = (value: unknown) => value === false || NO.test(textIn(value));
const isFailure = (value: unknown) => value === false || FAILURE.test(textIn(value));
const isErrorCode = (value: unknown) => typeof value === 'number' && value >= MIN_ERROR_CODE;

function isFilled(value: unknown): boolean {
	const isContainer = typeof value === 'object' && value !== null;
	return isContainer ? Object.keys(value).length > 0 : Boolean(value);
}
