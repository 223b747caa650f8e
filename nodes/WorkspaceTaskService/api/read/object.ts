import { field, isObject, objectsIn, textIn, valuesOf, type Fields } from '../json';
import { asidesIn, envelopesIn, spellingsOf, TASK, wrappersIn } from './wrapper';

/*
 * A task and an ID in what the service sends: every name that they may have. The API document shows
 * almost no response and no notification, so these are guesses.
 */

const TASK_IDS = [...spellingsOf(['task_id']), 'taskID'];
/** The ID of an object itself, never of what belongs to the object, such as `parent_id`. */
const SELF_IDS = [...TASK_IDS, 'id', '_id', 'ID', 'gid', 'uuid', 'resource_id', 'resourceId'];
const TASK_URL = /\/tasks\/([^/?#]+)\/?([?#]|$)/;
const DIGITS = /^\d+$/;
const TITLE = 'title';
export const BOARD_IDS = ['board_id', 'boardId'];
/** Fields by which an object looks like a task. */
const TASK_FIELDS = [TITLE, ...BOARD_IDS];

/** What a response or an event says of a task. */
export interface TaskReading {
	/** As `readTask` says; null if the value is no object. */
	task: Fields | null;
	/** The value or an object in it is called a task, or looks like a task. */
	hasTask: boolean;
	/** An inner object is called a task or looks like a task: rule 1 or 2. False if it only has an ID. */
	showsInnerTask: boolean;
	/** The ID that is named as the ID of the task. */
	namedId: string | undefined;
	/** The ID of the task: a named ID before a plain `id`. */
	id: string | undefined;
	/** The objects in the usual wrappers, the outer objects first, then the envelopes that look like a task. */
	usualObjects: Fields[];
}

/**
 * A wrapper, such as `data`, is around a task, or is the task. An envelope, such as `event` or `message`,
 * is around an event, or is the event: an ID in it need not be the ID of the task.
 *
 * The task is the first of these that there is:
 * 1. `{"data": {"task": {…}}}`: an object that is called a task.
 * 2. `{"data": {"title": "Call"}}`: the object in a wrapper, if the object looks like a task.
 * 3. `{"data": {"id": 7}}`: the object in a wrapper, if the object has an ID.
 * 4. `{"title": "Call"}`, `{"event": {"title": "Call"}}`: the value or an envelope, if it looks like a task.
 * 5. `{"data": {…}}`: any object in a wrapper.
 * 6. The value.
 */
export function readTask(value: unknown): TaskReading {
	const isOuterTask = looksLikeTask(value);
	const envelopes = envelopesIn(value);
	const taskEnvelopes = isOuterTask ? [] : envelopes.filter(looksLikeTask);
	const wrapped = wrappedIn([value, ...envelopes]);
	const usualObjects = [...wrapped, ...taskEnvelopes];
	const tasks = [value, ...envelopes, ...wrapped].flatMap(tasksIn);
	const namedId = namedIdIn(tasks, [value, ...usualObjects]);

	const asides = asidesIn(value);
	const inside = [...wrapped, ...wrappedIn(asides)];
	const calledTask = [...tasks, ...asides.flatMap(tasksIn)].find(isObject);
	const innerTask = calledTask ?? inside.find(looksLikeTask);
	const outerTask = isOuterTask ? value : taskEnvelopes[0];
	const task = innerTask ?? inside.find(hasId) ?? outerTask ?? inside[0] ?? value;
	return {
		task: isObject(task) ? task : null,
		hasTask: innerTask !== undefined || outerTask !== undefined,
		showsInnerTask: innerTask !== undefined,
		namedId,
		get id() {
			return namedId ?? firstId([task, ...usualObjects, value].map(selfIdOf));
		},
		usualObjects,
	};
}

/** The ID of a value that is called a task, before a field that is called the ID of a task. */
function namedIdIn(tasks: unknown[], places: unknown[]): string | undefined {
	const ids: unknown[] = [];
	for (const task of tasks) ids.push(selfIdOf(task), idInUrl(task), digitsIn(task));
	for (const place of places) ids.push(...valuesOf(place, TASK_IDS));
	return firstId(ids);
}

function tasksIn(place: unknown): unknown[] {
	return valuesOf(place, TASK).map(onlyEntry);
}

/** A list with a single entry stands for the entry. */
function onlyEntry(value: unknown): unknown {
	return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

/** The outer wrappers first. */
function wrappedIn(around: unknown[]): Fields[] {
	const outer = around.flatMap(wrappersIn);
	const inner = outer.flatMap(wrappersIn);
	return [...outer, ...inner];
}

function looksLikeTask(value: unknown): value is Fields {
	return valuesOf(value, TASK_FIELDS).length > 0;
}

/** A task, or around a task, wherever it is: a title alone may belong to anything. */
export function showsTask(value: unknown): boolean {
	if (hasIdAndTitle(value)) return true;
	return valuesOf(value, BOARD_IDS).length > 0 || objectsIn(value, TASK).length > 0;
}

/** An object around a task may have an ID or a title, but not both. */
export function hasIdAndTitle(value: unknown): boolean {
	return hasId(value) && titleOf(value) !== undefined;
}

export function hasId(value: unknown): boolean {
	return selfIdOf(value) !== undefined;
}

export function selfIdOf(value: unknown): string | undefined {
	return firstId(valuesOf(value, SELF_IDS));
}

export function idInUrl(url: unknown): string | undefined {
	return TASK_URL.exec(textIn(url))?.[1];
}

export function titleOf(value: unknown): unknown {
	return field(value, TITLE);
}

/** As text; undefined for a number that may have been rounded. */
export function exactId(value: unknown): string | undefined {
	if (typeof value !== 'string' && !Number.isSafeInteger(value)) return undefined;
	return textIn(value);
}

export function firstId(values: unknown[]): string | undefined {
	for (const value of values) {
		const id = exactId(value);
		if (id !== undefined && id !== '') return id;
	}
	return undefined;
}

/** An ID of digits. Other text may be a name. */
export function digitsIn(value: unknown): string | undefined {
	const id = exactId(value) ?? '';
	return DIGITS.test(id) ? id : undefined;
}
