import { isFilledText, isObject, objectsIn, type Fields } from '../../json';

/*
 * The texts in a notification that may be the type of its event, by the names of their fields. The
 * API document names types such as `task.created`, but not where a notification has them.
 */

const HEADER = /^(ce-type|([a-z\d]+-)*(event|topic)(-(type|name|key|kind))?)$/;
/** Objects around an event: a `type` in them is the event's. */
const AROUND = ['event', 'meta', 'metadata', 'notification', 'action', 'config', 'resource'];
/** Objects in an event: a `type` in them may also be a field of the task. */
const INSIDE = ['data', 'payload', 'message', 'eventdata', 'detail', 'body', 'webhook'];
const NAME = /^(webhook|trigger)?event(type|name|key|kind)?$/;
const TYPE = /^((subscription|notification|detail)?type|kind|topic|trigger|action|operation)$/;
const THING = /^((object|resource|entity)(type|kind)?|table|type|event)$/;
/** In an object that is called an event. */
const NAME_OF_EVENT = /^(name|key|code|slug)$/;
const TASK = /^tasks?$/;
/** Objects that may be beside a task: the event happens to the task, not to these objects. */
const COMPANION =
	/^(user|actor|author|sender|creator|owner|assignee|member|board|list|column|workspace|project|team|account|organi[sz]ation|changes?|diff|previous|old|before|after|new|current|context|source|links?)$/;
const ENVELOPE_WORD = /^(events?|callbacks?|notifications?|(web)?hooks?|payload|trigger)$/;
const VERSION = /\.v\d+$/i;
const ENDING = /(ed|e|s)$/;
const SEPARATORS = /[^\p{L}\p{N}]+/gu;
const MAX_TEXT = 100;
const MAX_FIELDS = 200;

export interface EventText {
	text: string;
	/** Without words that any event may have. */
	words: string[];
	/** The same for `task.created`, `TASK_CREATED`, `taskCreate`, `tasks/create`, `created.task`. */
	spelling: string;
}

/** The texts of an object and of the usual objects in it, by what their fields say. */
export interface EventTexts {
	/** `event`, `event_type` and the like, at the top or around the event. */
	named: EventText[];
	namedInside: EventText[];
	/** `type`, `action` and the like, at the top or around the event. */
	types: EventText[];
	typesInside: EventText[];
	/** What the event happened to: `object`, `resource` and the like. */
	things: EventText[];
	/** The names of objects that are called an event. They may also be titles. */
	namesOfEvents: EventText[];
	/** `task`, if a field `task` has an object, and no other object is beside it that the event may be about. */
	tasks: EventText[];
}

/** Reads the first fields of an object. */
export function readTexts(body: unknown): EventTexts {
	const top = plainFields(body);
	const around = [top, ...plainObjectsIn(top, AROUND)];
	const inside = plainObjectsIn(top, INSIDE);
	const named = valuesNamed(around, NAME);
	const namedInside = valuesNamed(inside, NAME);
	const events = [...named, ...namedInside].filter(isObject).map(plainFields);
	return {
		named: textsOf(named),
		namedInside: textsOf(namedInside),
		types: textsOf(valuesNamed(around, TYPE)),
		typesInside: textsOf(valuesNamed(inside, TYPE)),
		things: textsOf(valuesNamed(around, THING)),
		namesOfEvents: textsOf(valuesNamed(events, NAME_OF_EVENT)),
		get tasks() {
			return [...around, ...inside].some(isAboutTask) ? [eventText('task')] : [];
		},
	};
}

export function readHeaderTexts(headers: Fields): EventText[] {
	return textsOf(valuesNamed([headers], HEADER));
}

export function eventText(text: string): EventText {
	let spelling: string | undefined;
	return {
		text,
		words: significantWords(text),
		get spelling() {
			spelling ??= spellingOf(text);
			return spelling;
		},
	};
}

function spellingOf(text: string): string {
	const words = significantWords(text.replace(VERSION, ''));
	const stems = words.map((word) => word.replace(ENDING, '')).sort();
	return stems.join('.');
}

/** The words of a type, without words that any event may have. */
export function significantWords(type: string | null): string[] {
	const separated = (type ?? '').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
	const words = separated.split(SEPARATORS).filter(isFilledText);
	return words.filter((word) => !ENVELOPE_WORD.test(word));
}

/** The first fields, by their names without case and separators. */
function plainFields(value: unknown): Fields {
	if (!isObject(value)) return {};
	const fields = Object.entries(value).slice(0, MAX_FIELDS);
	return Object.fromEntries(fields.map(([name, inner]) => [plainName(name), inner]));
}

function plainName(name: string): string {
	return name.slice(0, MAX_TEXT).toLowerCase().replace(SEPARATORS, '');
}

function plainObjectsIn(value: Fields, names: string[]): Fields[] {
	return objectsIn(value, names).map(plainFields);
}

function valuesNamed(places: Fields[], fieldName: RegExp): unknown[] {
	const values: unknown[] = [];
	for (const place of places) {
		for (const [name, value] of Object.entries(place)) {
			if (fieldName.test(name)) values.push(value);
		}
	}
	return values;
}

function textsOf(values: unknown[]): EventText[] {
	const texts: EventText[] = [];
	for (const value of values) {
		if (!isFilledText(value) || value.length > MAX_TEXT) continue;
		const text = eventText(value);
		if (text.words.length > 0) texts.push(text);
	}
	return texts;
}

function isAboutTask(place: Fields): boolean {
	let hasTask = false;
	for (const [name, value] of Object.entries(place)) {
		const isList = Array.isArray(value) && value.some(isObject);
		if (TASK.test(name)) hasTask ||= isList || isObject(value);
		else if (isObject(value) && !isCompanion(name)) return false;
	}
	return hasTask;
}

function isCompanion(name: string): boolean {
	return COMPANION.test(name) || AROUND.includes(name) || INSIDE.includes(name);
}
