import type { Place } from './places';
import { isVerb, meaningOf, spellingOf, wordsOf } from './spelling';
import { idIn, isHook, objectsIn } from './task';

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
/** In an event and around it together. */
const MAX_TEXTS = 20;
/** What may be before the words of a type: `jira:task_created`, `com.example.task.created`. */
const NAMESPACE = /^([\w-]+:|com\.[\w-]+\.)/;

export interface TypeText {
	text: string;
	words: string[];
	/** Of the object that has the text. */
	depth: number;
}

export interface EventType {
	/** Null if no text says it. */
	type: string | null;
	/** A single text has the words of the type itself, and no others but a namespace. */
	isExact: boolean;
}

/**
 * The outermost texts that may be the type of an event, or a part of it. A task has types of its own:
 * `{"action": "created", "task": {"type": "story"}}`.
 * @param places in an event, in the headers, or in the fields beside a list of events
 */
export function collectTypeTexts(places: Place[]): TypeText[] {
	const texts: TypeText[] = [];
	for (const place of objectsIn(places, 'task')) {
		if (isInTask(place)) continue;
		for (const field of place.fields) {
			// `{"table": {"name": "tasks"}}`
			const says = field.name === 'name' ? place.name : field.name;
			if (!SAYS.test(says) || OTHER.test(says)) continue;
			const text = shortText(field.value);
			const words = wordsOf(text);
			if (words.length > 0 && words.length <= MAX_WORDS && words.every(isWord)) {
				texts.push({ text, words, depth: place.depth });
			}
		}
	}
	return keepOutermost(texts);
}

export function keepOutermost(texts: TypeText[]): TypeText[] {
	const sorted = texts.sort((text, other) => text.depth - other.depth);
	return sorted.slice(0, MAX_TEXTS);
}

function isInTask({ name, around }: Place): boolean {
	return name === 'task' || (around !== undefined && isInTask(around));
}

/** No part of an ID, a time or a URL. */
function isWord(word: string): boolean {
	return /^\p{L}/u.test(word);
}

function shortText(value: unknown): string {
	return typeof value === 'string' && value.length <= MAX_TEXT ? value : '';
}

/**
 * Whether the event has an object that is called a task, and outside it no object with an ID: the event may
 * be about that object.
 */
export function isTaskAlone(places: Place[]): boolean {
	const objects = objectsIn(places, 'task').filter((place) => !isHook(place));
	const task = objects.find((place) => place.name === 'task');
	if (task === undefined) return false;
	return objects.every((place) => {
		const isInside = place === task || place.depth > task.depth;
		return isInside || place.depth === 0 || idIn(place, 'task') === undefined;
	});
}

/**
 * The type is the first of these that there is. Nothing further in than the outermost verb is the type: it
 * may be the last change of the task.
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
		const depth = texts.find(isVerbal)?.depth ?? Infinity;
		const outer = texts.filter((text) => text.depth <= depth);
		const candidates = outer.map(({ words }) => words);
		if (!outer.some(isWhole)) candidates.push(...pairThingAndVerb(texts, outer, isAboutTask));
		const spellings = candidates.flatMap(tailsOf).map(spellingOf);
		for (const types of bySpelling) {
			const type = firstOf(types, spellings);
			if (type !== undefined) return { type, isExact: outer.some((text) => isOnly(text, type)) };
		}
		const similar = firstOf(byMeaning, candidates.map(meaningOf));
		return { type: similar ?? labelIn(outer), isExact: false };
	};
}

/** The text has the words of the type, and no others. */
function isOnly({ text }: TypeText, type: string): boolean {
	const words = wordsOf(text.replace(NAMESPACE, ''));
	return spellingOf(words) === spellingOf(wordsOf(type));
}

function typesBy(spell: (words: string[]) => string, types: string[]): Map<string, string> {
	const spelled = new Map<string, string>();
	for (const type of types) {
		// A pattern such as `task.*` is no type.
		if (!type.includes('*')) spelled.set(spell(wordsOf(type)), type);
	}
	return spelled;
}

function firstOf(types: Map<string, string>, spellings: string[]): string | undefined {
	for (const spelling of spellings) {
		const type = types.get(spelling);
		if (type !== undefined) return type;
	}
	return undefined;
}

/** All words, then the words without the first, and so on: at least two words. */
function tailsOf(words: string[]): string[][] {
	const tails = [words];
	for (let start = 1; start < words.length - 1; start += 1) {
		tails.push(words.slice(start));
	}
	return tails;
}

/** The verbs are in the outer texts; the nearest things may be further in. */
function pairThingAndVerb(texts: TypeText[], outer: TypeText[], isAboutTask: boolean): string[][] {
	const things = texts.filter((text) => !isVerb(text.words.at(-1) ?? ''));
	const nearest = things.filter((thing) => thing.depth === things[0]?.depth);
	const pairs: string[][] = [];
	for (const text of outer) {
		const verb = soleWordOf(text);
		if (verb === undefined) continue;
		for (const thing of nearest) pairs.push([...thing.words, verb]);
		const isAlone = things.length === 0 && text.words.length === 1;
		if (isAlone && isAboutTask) pairs.push(['task', verb]);
	}
	return pairs;
}

/** The word of `created`, and of `object.created`. */
function soleWordOf({ words }: TypeText): string | undefined {
	const specific = words.filter((word) => !ANYTHING.test(word));
	return specific.length === 1 ? specific[0] : undefined;
}

export function isVerbal(text: TypeText): boolean {
	return text.words.some(isVerb);
}

/** It has a thing and a verb. */
function isWhole(text: TypeText): boolean {
	return isVerbal(text) && soleWordOf(text) === undefined;
}

/** Without a verb, a text further in may be the type of a task. */
function labelIn(texts: TypeText[]): string | null {
	const outer = texts.find((text) => text.depth === 0);
	const label = texts.find(isWhole) ?? texts.find(isVerbal) ?? outer;
	return label?.text ?? null;
}
