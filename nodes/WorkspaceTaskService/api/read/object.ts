import { field, isFilledText, isObject, textIn, valuesOf, type Fields } from '../json';
import { asidesIn, envelopesIn, spellingsOf, TASK, wrappersIn } from './wrapper';

/*
 * A task and an ID in what the service sends: every name that they may have. The API document shows
 * almost no response and no notification, so these are guesses.
 */

const TASK_IDS = [...spellingsOf(['task_id']), 'taskID'];
/** The ID of an object itself, never of what belongs to the object, such as `parent_id`. */
const SELF_IDS = [...TASK_IDS, 'id', '_id', 'ID', 'gid', 'uuid', 'resource_id', 'resourceId'];
const TASK_URL = /\/tasks\/([^/?#]+)\/?([?#]|$)/;
const TITLE = 'title';
/** Fields that only a task has. */
const TASK_FIELDS = [TITLE, 'board_id', 'boardId'];

/** What a response or an event says of a task. */
export interface TaskReading {
	/** All of the value if no object in it looks like a task; null if the value is no object. */
	task: Fields | null;
	/** The value or an object in it looks like a task. */
	hasTask: boolean;
	/** An object inside the value is called a task, or looks like a task without being around one. */
	hasInnerTask: boolean;
	/** The ID that is named as the ID of the task. */
	namedId: string | undefined;
	/** The ID of the task: a named ID before a plain `id`. */
	id: string | undefined;
	/** The objects inside the usual wrappers, the outer objects first. */
	wrapped: Fields[];
}

export function readTask(value: unknown): TaskReading {
	const envelopes = envelopesIn(value);
	const around = [value, ...envelopes];
	const wrapped = wrappedIn(around);
	const tasks = [...around, ...wrapped].flatMap(tasksIn);
	const taskEnvelopes = isTask(value) ? [] : envelopes.filter(isTask);
	const usual = [...wrapped, ...taskEnvelopes];
	const namedId = firstId([
		...tasks.flatMap((named) => [selfIdOf(named), idInUrl(named), digitsIn(named)]),
		...[value, ...usual].flatMap((place) => valuesOf(place, TASK_IDS)),
	]);
	const asides = asidesIn(value);
	const inside = [...wrapped, ...wrappedIn(asides)];
	const innerTask = [...tasks, ...asides.flatMap(tasksIn)].find(isObject) ?? inside.find(isTask);
	const outerTask = isTask(value) ? value : taskEnvelopes[0];
	const task = innerTask ?? inside.find(hasId) ?? outerTask ?? inside[0] ?? value;
	return {
		task: isObject(task) ? task : null,
		hasTask: innerTask !== undefined || outerTask !== undefined,
		hasInnerTask: innerTask !== undefined,
		namedId,
		get id() {
			return namedId ?? firstId([task, ...usual, value].map(selfIdOf));
		},
		wrapped: usual,
	};
}

/** A list with one entry stands for the entry. */
function tasksIn(place: unknown): unknown[] {
	const values = valuesOf(place, TASK);
	return values.map((value) => (Array.isArray(value) && value.length === 1 ? value[0] : value));
}

/** The outer wrappers first. */
function wrappedIn(around: unknown[]): Fields[] {
	const outer = around.flatMap(wrappersIn);
	const inner = outer.flatMap(wrappersIn);
	return [...outer, ...inner];
}

function isTask(value: unknown): value is Fields {
	return valuesOf(value, TASK_FIELDS).length > 0;
}

/** More than an object around a task, which may have one of both. */
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
	const isExact = typeof value === 'string' || Number.isSafeInteger(value);
	return isExact ? textIn(value) : undefined;
}

export function firstId(values: unknown[]): string | undefined {
	return values.map(exactId).find(isFilledText);
}

/** An ID of digits. Other text may be a name. */
export function digitsIn(value: unknown): string | undefined {
	return /^\d+$/.exec(exactId(value) ?? '')?.[0];
}
