import { findObjectId, isHook, listCandidates } from './object';
import type { Place } from './places';
import { isVerb, normalizeMeaning, normalizeSpelling, splitIntoMeaningfulWords } from './spelling';

/*
 * The type of an event: a text that spells a known type, with the words of the type in any order, spelling
 * and form; or a thing and a verb that spell it together.
 */

/** The name of a member or header that may have a type, or a part of it. */
const TYPE_NAME =
	/(^|-)(event|type|topic|action|operation|op|kind|model|module|entity|table|resource|object|collection)(-|$)/;
const NO_TYPE_NAME = /-id$|^content-type$/;
/** In `records.after.insert`, a word for any thing: another member names the thing. */
const ANYTHING = /^(object|entr|item|record)/;
const MAX_TYPE_TEXT = 100;
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
 * @param places in an event, in the headers, or in the members beside a list of events
 */
export function collectTypeTexts(places: Place[]): TypeText[] {
	const texts: TypeText[] = [];
	for (const place of listCandidates(places, 'task')) {
		if (isInTask(place)) continue;
		for (const member of place.members) {
			// `{"table": {"name": "tasks"}}`
			const says = member.name === 'name' ? place.name : member.name;
			if (!TYPE_NAME.test(says) || NO_TYPE_NAME.test(says)) continue;
			const text = dropLongText(member.value);
			const words = splitIntoMeaningfulWords(text);
			if (words.length > 0 && words.length <= MAX_WORDS && words.every(isWord)) {
				texts.push({ text, words, depth: place.depth });
			}
		}
	}
	return takeOutermost(texts);
}

export function takeOutermost(texts: TypeText[]): TypeText[] {
	const sorted = [...texts].sort((text, other) => text.depth - other.depth);
	return sorted.slice(0, MAX_TEXTS);
}

function isInTask({ name, around }: Place): boolean {
	return name === 'task' || (around !== undefined && isInTask(around));
}

/** No part of an ID, a time or a URL. */
function isWord(word: string): boolean {
	return /^\p{L}/u.test(word);
}

function dropLongText(value: unknown): string {
	return typeof value === 'string' && value.length <= MAX_TYPE_TEXT ? value : '';
}

/**
 * Whether the event has an object that is called a task, and outside it no object with an ID: the event may
 * be about that object.
 */
export function hasTaskAndNoOtherId(places: Place[]): boolean {
	const objects = listCandidates(places, 'task').filter((place) => !isHook(place));
	const task = objects.find((place) => place.name === 'task');
	if (task === undefined) return false;
	return objects.every((place) => {
		const isInside = place === task || place.depth > task.depth;
		return isInside || place.depth === 0 || findObjectId(place, 'task') === undefined;
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
export function makeTypeReader(
	preferredTypes: string[],
	otherTypes: string[],
): (texts: TypeText[], isAboutTask: boolean) => EventType {
	const bySpelling = [
		indexTypes(normalizeSpelling, preferredTypes),
		indexTypes(normalizeSpelling, otherTypes),
	];
	const byMeaning = indexTypes(normalizeMeaning, preferredTypes);
	return (texts, isAboutTask) => {
		const depth = texts.find(hasVerb)?.depth ?? Infinity;
		const outer = texts.filter((text) => text.depth <= depth);
		const candidates = outer.map(({ words }) => words);
		if (!outer.some(hasThingAndVerb))
			candidates.push(...pairThingsWithVerbs(texts, outer, isAboutTask));
		const spellings = candidates.flatMap(listTails).map(normalizeSpelling);
		for (const types of bySpelling) {
			const type = findFirstType(types, spellings);
			if (type !== undefined) return { type, isExact: outer.some((text) => isOnly(text, type)) };
		}
		const similar = findFirstType(byMeaning, candidates.map(normalizeMeaning));
		return { type: similar ?? findFullestTypeText(outer)?.text ?? null, isExact: false };
	};
}

/** The text has the words of the type, and no others. */
function isOnly({ text }: TypeText, type: string): boolean {
	const words = splitIntoMeaningfulWords(text.replace(NAMESPACE, ''));
	return normalizeSpelling(words) === normalizeSpelling(splitIntoMeaningfulWords(type));
}

function indexTypes(
	normalizeWords: (words: string[]) => string,
	types: string[],
): Map<string, string> {
	const spelled = new Map<string, string>();
	for (const type of types) {
		// A pattern such as `task.*` is no type.
		if (!type.includes('*')) spelled.set(normalizeWords(splitIntoMeaningfulWords(type)), type);
	}
	return spelled;
}

function findFirstType(types: Map<string, string>, spellings: string[]): string | undefined {
	for (const spelling of spellings) {
		const type = types.get(spelling);
		if (type !== undefined) return type;
	}
	return undefined;
}

/** All words, then without the first, and so on, down to the last two words. */
function listTails(words: string[]): string[][] {
	const tails = [words];
	for (let start = 1; start < words.length - 1; start += 1) {
		tails.push(words.slice(start));
	}
	return tails;
}

/** The verbs are in the outer texts; the nearest things may be further in. */
function pairThingsWithVerbs(
	thingTexts: TypeText[],
	verbTexts: TypeText[],
	isAboutTask: boolean,
): string[][] {
	const things = thingTexts.filter((text) => !isVerb(text.words.at(-1) ?? ''));
	const nearest = things.filter((thing) => thing.depth === things[0]?.depth);
	const pairs: string[][] = [];
	for (const text of verbTexts) {
		const verb = findSoleSpecificWord(text);
		if (verb === undefined) continue;
		for (const thing of nearest) pairs.push([...thing.words, verb]);
		const isAlone = things.length === 0 && text.words.length === 1;
		if (isAlone && isAboutTask) pairs.push(['task', verb]);
	}
	return pairs;
}

/** The word of `created`, and of `object.created`. */
function findSoleSpecificWord({ words }: TypeText): string | undefined {
	const specific = words.filter((word) => !ANYTHING.test(word));
	return specific.length === 1 ? specific[0] : undefined;
}

export function hasVerb(text: TypeText): boolean {
	return text.words.some(isVerb);
}

/** It has a thing and a verb. */
function hasThingAndVerb(text: TypeText): boolean {
	return hasVerb(text) && findSoleSpecificWord(text) === undefined;
}

/** Without a verb, a text further in may be the type of a task. */
function findFullestTypeText(texts: TypeText[]): TypeText | undefined {
	const full = texts.find(hasThingAndVerb) ?? texts.find(hasVerb);
	return full ?? texts.find((text) => text.depth === 0);
}
