import type { Place } from './places';
import { isVerb, meaningOf, spellingOf, wordsOf } from './spelling';
import { idIn, objectsIn } from './task';

/*
 * The type of an event: a text that spells a known type, with the words of the type in any order, spelling and
 * form; or a thing and a verb that spell it together.
 */

/** The name of a field or header that may have a type, or a part of it. */
const SAYS =
	/(^|-)(event|type|topic|action|operation|op|kind|model|module|entity|table|resource|object|collection)(-|$)/;
const OTHER = /-id$|^content-type$/;
/** In `records.after.insert`, a word for any thing: another field names the thing. */
const ANYTHING = /^(object|entr|item|record)/;
const MAX_TEXT = 100;
const MAX_WORDS = 6;

export interface TypeText {
	text: string;
	words: string[];
	/** Of the object that has the text. */
	depth: number;
}

export interface EventType {
	/** Null if no text says it. */
	type: string | null;
	/** The event has the words of the type itself, no synonyms. */
	isExact: boolean;
}

/** @param places in an event, in the headers, or in the fields beside a list of events */
export function textsInPlaces(places: Place[]): TypeText[] {
	const texts: TypeText[] = [];
	for (const { fields, name: placeName, depth } of objectsIn(places, 'task')) {
		for (const { name, value } of fields) {
			// `{"table": {"name": "tasks"}}`
			const text = saysType(name === 'name' ? placeName : name) ? shortText(value) : '';
			const words = wordsOf(text);
			const isType = words.length > 0 && words.length <= MAX_WORDS;
			if (isType) texts.push({ text, words, depth });
		}
	}
	return texts;
}

function saysType(name: string): boolean {
	return SAYS.test(name) && !OTHER.test(name);
}

function shortText(value: unknown): string {
	return typeof value === 'string' && value.length <= MAX_TEXT ? value : '';
}

/** Whether the event has an object that is called a task, and outside it no object with an ID, which it may be about. */
export function isTaskAlone(places: Place[]): boolean {
	const objects = objectsIn(places, 'task');
	const task = objects.find(({ name }) => name === 'task');
	if (task === undefined) return false;
	const outside = objects.filter(({ depth }) => depth > 0 && depth <= task.depth);
	return outside.every((place) => place === task || idIn(place, 'task') === undefined);
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
	const bySpelling = [typesBy(spellingOf, selected), typesBy(spellingOf, others)];
	const byMeaning = typesBy(meaningOf, selected);
	return (texts, isAboutTask) => {
		const candidates = candidatesIn(texts, isAboutTask);
		const spellings = candidates.flatMap(endsOf).map(spellingOf);
		for (const types of bySpelling) {
			const spelling = spellings.find((known) => types.has(known));
			if (spelling !== undefined) return { type: types.get(spelling) ?? null, isExact: true };
		}
		const meaning = candidates.map(meaningOf).find((known) => byMeaning.has(known));
		return { type: byMeaning.get(meaning ?? '') ?? labelIn(texts), isExact: false };
	};
}

/** Without patterns such as `task.*`. */
function typesBy(spelling: (words: string[]) => string, types: string[]): Map<string, string> {
	const plain = types.filter((type) => !type.includes('*'));
	return new Map(plain.map((type) => [spelling(wordsOf(type)), type]));
}

/** All words, then the last words without the words before them, but no single word. */
function endsOf(words: string[]): string[][] {
	const ends = words.map((_, start) => words.slice(start));
	return ends.filter((end) => end === ends[0] || end.length > 1);
}

/** The words of the texts that may be the type, and of a thing and a verb together. */
function candidatesIn(texts: TypeText[], isAboutTask: boolean): string[][] {
	const end = texts.find(isWhole)?.depth ?? Infinity;
	const whole = texts.filter(({ depth }) => depth <= end);
	const parts = texts.filter(({ depth }) => depth < end);
	return [...whole.map(({ words }) => words), ...pairsIn(parts, isAboutTask)];
}

function pairsIn(texts: TypeText[], isAboutTask: boolean): string[][] {
	const things = texts.filter(({ words }) => !isVerb(words.at(-1) ?? ''));
	const nearest = things.filter(({ depth }) => depth === things[0]?.depth);
	const pairs: string[][] = [];
	for (const text of texts) {
		const verb = soleWordOf(text);
		if (verb === undefined) continue;
		for (const { words } of nearest) pairs.push([...words, verb]);
		const isOfTask = isAboutTask && things.length === 0 && text.words.length === 1;
		if (isOfTask) pairs.push(['task', verb]);
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
	const label = texts.find(isWhole) ?? texts.find(isVerbal) ?? texts[0];
	return label?.text ?? null;
}
