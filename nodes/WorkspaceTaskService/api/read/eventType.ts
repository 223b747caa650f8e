import { isObject, type Fields } from '../json';
import type { Place } from './places';
import { isVerb, isWord, meaningOf, spellingOf, wordsOf } from './spelling';
import { idIn } from './task';

/*
 * The type of an event: a text that spells a known type, with the words of the type in any order, spelling and
 * form; or a thing and a verb that spell it together.
 */

/** The name of a field or header that may have a type, or a part of it. */
const SAYS =
	/(^|-)(event|type|topic|action|operation|op|kind|model|module|entity|table|resource|object|collection)(-|$)/;
const OTHER = /-id$|^content-type$/;
const NAME = /^name$/;
/** In `records.after.insert`, a word for any thing: another field names the thing. */
const ANYTHING = /^(object|entr|item|record)/;
const MAX_TEXT = 100;
const MAX_WORDS = 6;
const MAX_DEPTH = 3;

export interface TypeText {
	text: string;
	words: string[];
	/** The outer texts first. */
	depth: number;
	/** In the task, where it may be the type of the task. */
	isOfTask: boolean;
}

export interface EventType {
	/** Null if no text says it. */
	type: string | null;
	/** The event has the words of the type itself, no synonyms. */
	isExact: boolean;
}

export function textsInHeaders(headers: Fields): TypeText[] {
	const texts = Object.entries(headers).map(([name, value]) => typeText(name, value, 0, false));
	return texts.filter((text) => text !== undefined);
}

/** @param task the object that is the task of the event */
export function textsInPlaces(places: Place[], task: object | null = null): TypeText[] {
	const texts: TypeText[] = [];
	for (const place of places) {
		if (!isObject(place.value) || place.aside !== '') continue;
		if (place.depth > MAX_DEPTH || place.listed > 1) continue;
		const isOfTask = place.depth > 0 && place.value === task;
		for (const { name, value } of place.fields) {
			// `{"table": {"name": "tasks"}}`
			const said = NAME.test(name) ? place.name : name;
			const text = typeText(said, value, place.depth, isOfTask);
			if (text !== undefined) texts.push(text);
		}
	}
	return texts;
}

/** Whether a field has an object that is called a task, and no object beside or around it has an ID, which the event may be about. */
export function isTaskAlone(places: Place[]): boolean {
	const own = places.filter(({ aside, value }) => aside === '' && isObject(value));
	const task = own.find(({ name, listed }) => name === 'task' && listed <= 1);
	if (task === undefined) return false;
	const others = own.filter(({ around }) => around === task.around);
	if (task.depth > 1 && task.around !== undefined) others.push(task.around);
	return others.every((place) => place === task || idIn(place, 'task') === undefined);
}

function typeText(
	name: string,
	value: unknown,
	depth: number,
	isOfTask: boolean,
): TypeText | undefined {
	if (typeof value !== 'string' || value.length > MAX_TEXT) return undefined;
	if (!SAYS.test(name) || OTHER.test(name)) return undefined;
	const words = wordsOf(value);
	const isType = words.length > 0 && words.length <= MAX_WORDS && words.every(isWord);
	return isType ? { text: value, words, depth, isOfTask } : undefined;
}

/**
 * The type is the first of these that there is. A text such as `task.archived` ends the search: nothing
 * further in is the type.
 * 1. A selected type in its own words, whatever is before them: `jira:task_created`. No event is lost
 *    because it also has a type that is not selected.
 * 2. Another known type in its own words.
 * 3. A selected type in words that mean nearly the same: an event is never dropped because of them.
 * 4. The text as it is.
 */
export function typeReader(
	selected: string[],
	others: string[],
): (texts: TypeText[], isAboutTask: boolean) => EventType {
	const exact = [typesBy(spellingOf, selected), typesBy(spellingOf, others)];
	const similar = typesBy(meaningOf, selected);
	return (texts, isAboutTask) => {
		const candidates = candidatesIn(texts, isAboutTask);
		for (const types of exact) {
			for (const words of candidates) {
				const type = typeAtEnd(words, types);
				if (type !== undefined) return { type, isExact: true };
			}
		}
		for (const words of candidates) {
			const type = similar.get(meaningOf(words));
			if (type !== undefined) return { type, isExact: false };
		}
		return { type: labelIn(texts), isExact: false };
	};
}

/** Without patterns such as `task.*`. */
function typesBy(spelling: (words: string[]) => string, types: string[]): Map<string, string> {
	const plain = types.filter((type) => !type.includes('*')).reverse();
	return new Map(plain.map((type) => [spelling(wordsOf(type)), type]));
}

function typeAtEnd(words: string[], types: Map<string, string>): string | undefined {
	const whole = types.get(spellingOf(words));
	if (whole !== undefined) return whole;
	for (let count = words.length - 1; count >= 2; count -= 1) {
		const type = types.get(spellingOf(words.slice(-count)));
		if (type !== undefined) return type;
	}
	return undefined;
}

/** The words of the texts that may be the type, and of a thing and a verb together, from the outside in. */
function candidatesIn(texts: TypeText[], isAboutTask: boolean): string[][] {
	const end = texts.find(isWhole)?.depth ?? Infinity;
	const outer = texts.filter(({ depth }) => depth < end);
	const last = texts.filter(({ depth }) => depth === end);
	const outerWords = outer.map(({ words }) => words);
	const lastWords = last.map(({ words }) => words);
	return [...outerWords, ...pairsIn(outer, isAboutTask), ...lastWords];
}

function pairsIn(texts: TypeText[], isAboutTask: boolean): string[][] {
	const things = texts.filter(({ words }) => !isVerb(words.at(-1) ?? ''));
	const nearest = things.filter(({ depth }) => depth === things[0]?.depth);
	const pairs: string[][] = [];
	for (const text of texts) {
		const word = soleWordOf(text);
		if (word === undefined) continue;
		for (const thing of nearest) if (thing !== text) pairs.push([...thing.words, word]);
		const isTaskAlone = things.length === 0 && text.words.length === 1;
		if (isAboutTask && isTaskAlone) pairs.push(['task', word]);
	}
	return pairs;
}

/** The word of `created`, and of `object.created`. */
function soleWordOf({ words }: TypeText): string | undefined {
	const specific = words.length === 1 ? words : words.filter((word) => !ANYTHING.test(word));
	return specific.length === 1 ? specific[0] : undefined;
}

export function isVerbal({ words }: TypeText): boolean {
	return words.some(isVerb);
}

/** It has a thing and a verb. */
function isWhole(text: TypeText): boolean {
	return soleWordOf(text) === undefined && isVerbal(text);
}

function labelIn(texts: TypeText[]): string | null {
	const own = texts.filter(({ isOfTask }) => !isOfTask);
	const label = texts.find(isWhole) ?? own.find(isVerbal) ?? own[0];
	return label?.text ?? null;
}
