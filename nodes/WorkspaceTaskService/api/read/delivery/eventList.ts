import { isObject, valuesOf } from '../../json';
import type { EventReading } from '../event/event';
import { readName } from '../event/eventName';
import { readTexts } from '../event/eventTexts';
import { hasId, hasIdAndTitle, readTask, titleOf } from '../object';
import { spellingsOf, wrappersIn } from '../wrapper';
import { MAX_EVENTS } from './content';

/* Several events in a body: every name that their list may have. */

const PLACES = spellingsOf(['data', 'payload']);
/** In a field with such a name, an object that is no list may be the only event. */
const PLURALS = spellingsOf(['events', 'notifications', 'tasks']);
const LISTS = [...PLURALS, ...spellingsOf(['data', 'task', 'payload'])];
/** Lists of anything. An address check has none with a task in it. */
const OTHER_LISTS = spellingsOf(['items', 'results', 'records', 'values']);

interface ListReading {
	/** The list as it was sent. */
	value: unknown;
	entries: unknown[];
}

/**
 * The first list of events in the content, in its `data` or in its `payload`. Beside a task, the
 * entries of a list may be details of the task: then they are events only if they say so themselves.
 */
export function eventListIn(content: unknown, whole: EventReading): ListReading | undefined {
	if (!isAboutTask(content, whole)) {
		const list = listsBeside(content, hasTaskInWrapper).find(hasEvents);
		if (list !== undefined) return list;
	}
	return listsIn(content).find(hasClearEvents);
}

function isAboutTask(content: unknown, whole: EventReading): boolean {
	if (hasIdAndTitle(content)) return true;
	return whole.showsInnerTask && !isAroundList(whole.task, content);
}

/** A board may be around its tasks. */
function isAroundList(task: unknown, content: unknown): boolean {
	if (!valuesOf(content, PLACES).includes(task)) return false;
	return titleOf(task) === undefined && listsInPlace(task).length > 0;
}

/** Whether there is an empty list, and no task beside it. */
export function hasEmptyList(content: unknown, whole: EventReading): boolean {
	if (whole.hasTask) return false;
	return listsBeside(content, hasWrapper).some(isEmpty);
}

/** As it was sent: a list of nulls is not empty. */
function isEmpty(list: ListReading): boolean {
	return Array.isArray(list.value) && list.value.length === 0;
}

/** The objects in all lists that may be of events. */
export function listedObjects(content: unknown): object[] {
	const entries = listsIn(content).flatMap((list) => list.entries);
	for (const place of placesIn(content)) {
		const lists = valuesOf(place, OTHER_LISTS).filter(Array.isArray);
		entries.push(...lists.flat());
	}
	return entries.filter(isObject);
}

/** @param hasTask whether a place has a task beside its lists */
function listsBeside(content: unknown, hasTask: (place: unknown) => boolean): ListReading[] {
	if (Array.isArray(content)) return [readList(content)];
	const places = placesIn(content).filter((place) => !hasTask(place));
	return places.flatMap(listsInPlace);
}

function hasWrapper(place: unknown): boolean {
	return wrappersIn(place).length > 0;
}

function hasTaskInWrapper(place: unknown): boolean {
	return wrappersIn(place).some(hasId);
}

function listsIn(content: unknown): ListReading[] {
	return listsBeside(content, () => false);
}

function placesIn(content: unknown): unknown[] {
	return [content, ...valuesOf(content, PLACES)];
}

function listsInPlace(place: unknown): ListReading[] {
	const lists: ListReading[] = [];
	for (const value of valuesOf(place, LISTS)) {
		if (Array.isArray(value)) lists.push(readList(value));
	}
	for (const value of valuesOf(place, PLURALS)) {
		const isOnlyEvent = isObject(value) && isEvent(value);
		if (isOnlyEvent) lists.push({ value, entries: [value] });
	}
	return lists;
}

/** A null in a list is no event. */
function readList(value: unknown[]): ListReading {
	return { value, entries: value.filter((entry) => entry !== null) };
}

/** A list of objects: `events` may also be a list of names. Beyond the limit, all passes. */
function hasEvents(list: ListReading): boolean {
	const entries = list.entries.slice(0, MAX_EVENTS);
	return entries.length > 0 && entries.every(isObject);
}

/** The first entry has a type and a task. */
function hasClearEvents(list: ListReading): boolean {
	if (!hasEvents(list)) return false;
	const entry = list.entries[0];
	return hasName(entry) && readTask(entry).showsInnerTask;
}

/** Not an object with settings or with counts. */
function isEvent(value: unknown): boolean {
	return hasId(value) || readTask(value).hasTask || hasName(value);
}

/** Whether it has the type of an event. */
function hasName(value: unknown): boolean {
	const { name } = readName([readTexts(value)], []);
	return name !== null;
}
