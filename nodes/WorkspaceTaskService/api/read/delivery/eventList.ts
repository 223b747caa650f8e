import { isObject, valuesOf, type Fields } from '../../json';
import type { EventReading } from './event';
import { readName } from './eventName';
import { readTexts } from './eventTexts';
import { hasId, hasIdAndTitle, readTask, titleOf } from '../object';
import { hasWrapper, spellingsOf, wrappersIn } from '../wrapper';

/* Several events in one body: every name that their list may have. */

const PLACES = spellingsOf(['data', 'payload']);
/** In a field with such a name, an object that is no list may be the only event. */
const PLURALS = spellingsOf(['events', 'notifications', 'tasks']);
const LISTS = [...PLURALS, ...spellingsOf(['data', 'task', 'payload'])];
/** Lists of anything. An address check has none with a task in it. */
const OTHER_LISTS = spellingsOf(['items', 'results', 'records', 'values']);

/** What is beyond becomes one event. */
export const MAX_EVENTS = 1_000;

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
	const lists = isAboutTask(content, whole) ? [] : listsBeside(content, hasTaskInWrapper);
	return lists.find(hasEvents) ?? listsIn(content).find(hasClearEvents);
}

function isAboutTask(content: unknown, whole: EventReading): boolean {
	if (hasIdAndTitle(content)) return true;
	return whole.hasInnerTask && !isAroundList(whole.task, content);
}

/** A board may be around its tasks. */
function isAroundList(task: unknown, content: unknown): boolean {
	const isPlace = valuesOf(content, PLACES).includes(task);
	return isPlace && titleOf(task) === undefined && listsInPlace(task).length > 0;
}

/** Whether there is an empty list, and no task beside it. */
export function hasEmptyList(content: unknown, whole: EventReading): boolean {
	if (whole.hasTask) return false;
	const lists = listsBeside(content, hasWrapper);
	return lists.some(({ value }) => Array.isArray(value) && value.length === 0);
}

/** The objects in all lists that may be of events. */
export function listedObjects(content: unknown): Fields[] {
	const others = placesIn(content).flatMap((place) => valuesOf(place, OTHER_LISTS));
	const otherEntries = others.filter(Array.isArray).flat();
	const entries = listsIn(content).flatMap((list) => list.entries);
	return [...entries, ...otherEntries].filter(isObject);
}

/** @param isTask whether a place has a task beside its lists */
function listsBeside(content: unknown, isTask: (place: unknown) => boolean): ListReading[] {
	if (Array.isArray(content)) return listsIn(content);
	const places = placesIn(content).filter((place) => !isTask(place));
	return places.flatMap(listsInPlace);
}

function hasTaskInWrapper(place: unknown): boolean {
	return wrappersIn(place).some(hasId);
}

function listsIn(content: unknown): ListReading[] {
	if (Array.isArray(content)) return [readList(content)];
	return placesIn(content).flatMap(listsInPlace);
}

function placesIn(content: unknown): unknown[] {
	return [content, ...valuesOf(content, PLACES)];
}

function listsInPlace(place: unknown): ListReading[] {
	const lists = valuesOf(place, LISTS).filter(Array.isArray);
	const objects = valuesOf(place, PLURALS).filter(isObject);
	const onlyEvents = objects.filter(isEvent);
	return [...lists.map(readList), ...onlyEvents.map((value) => ({ value, entries: [value] }))];
}

/** A null in a list is no event. */
function readList(value: unknown[]): ListReading {
	return { value, entries: value.filter((entry) => entry !== null) };
}

/** A list of objects: `events` may also be a list of names. Beyond the limit, all passes. */
function hasEvents({ entries }: ListReading): boolean {
	return entries.length > 0 && entries.slice(0, MAX_EVENTS).every(isObject);
}

/** The first entry has a type and a task. */
function hasClearEvents(list: ListReading): boolean {
	const [entry] = list.entries;
	return hasEvents(list) && nameOf(entry) !== null && readTask(entry).hasInnerTask;
}

/** Not an object with settings or with counts. */
function isEvent(value: unknown): boolean {
	return hasId(value) || readTask(value).hasTask || nameOf(value) !== null;
}

function nameOf(value: unknown): string | null {
	return readName([readTexts(value)], []).name;
}
