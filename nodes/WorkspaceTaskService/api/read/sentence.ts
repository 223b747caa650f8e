import { isFilledText, textIn } from '../json';
import { placesIn, type Field, type Place } from './places';

/*
 * The words for people in what the service sends: texts that are sentences, the outer texts first. A name only
 * says what a text is not, and which field of the request it is about.
 */

const MAX_SENTENCES = 4;
/** Words, or letters of a script without spaces, which has no capitals either. */
const SENTENCE = /\S\s+\S|\p{Lo}{4}/u;
/** What the request sent, or advice for developers. */
const NOISE = /^(help|input)$/;
const TIME_STAMP = /^\d{4}-\d\d-\d\d.\d\d:/;
const TRACE = /(^|\n)[ \t]*at [\w.$]+ ?\(.*/s;
/** Beside a sentence: the field of the request that the sentence is about, or the path to it. */
const SUBJECT = /^(field|param|parameter|pointer|loc|path)$/;
/** An object whose fields have the names of the request's fields. */
const BY_FIELD = /^(errors|details?)$/;
const GENERAL = /^((non-field-)?errors?|(error-)?messages?|details?|base)$/;
/** Of a reason that is a single word, the best first. */
const WORD_NAMES = [/(message|msg|detail|title)$/, /^(errors?|err|(error-)?code)$/];
const PAGE_TEXTS = /<(?:title|h1|pre|message)\b[^<>]*>([^<]*)/gi;

interface Sentence {
	text: string;
	/** The field of the request that the sentence is about; empty if it names none. */
	about: string;
	/** The name of its own field, then the names around it, from the inside out; empty for the body. */
	names: string[];
}

/** At most four sentences in a single text, else a word; undefined if there is neither. */
export function wordsIn(json: unknown): string | undefined {
	const texts: string[] = [];
	for (const { text, about } of sentencesIn(json)) {
		texts.push(about === '' ? text : `${about}: ${text}`);
	}
	return texts.length > 0 ? joined(texts) : reasonIn(json);
}

function reasonIn(json: unknown): string | undefined {
	const fields = placesIn(json).flatMap((place) => place.fields);
	for (const names of WORD_NAMES) {
		for (const field of fields) {
			const word = names.test(field.name) ? trimmed(field.value) : '';
			if (word !== '') return word;
		}
	}
	return undefined;
}

/** The title, the heading and the preformatted text of a page, or the message of XML. */
export function wordsOfPage(page: string): string | undefined {
	const sentences = new Set<string>();
	let word: string | undefined;
	for (const match of page.matchAll(PAGE_TEXTS)) {
		const text = trimmed(match[1]);
		if (SENTENCE.test(text)) sentences.add(text);
		else if (text !== '') word ??= text;
	}
	return sentences.size > 0 ? joined([...sentences]) : word;
}

export function joined(texts: string[]): string {
	return texts.join('; ').replaceAll('.; ', '. ');
}

/** The first four, the outer sentences first. */
export function sentencesIn(json: unknown): Sentence[] {
	const sentences = new Map<string, Sentence>();
	for (const place of placesIn(json)) {
		const around = placesAround(place);
		for (const field of place.fields) {
			const text = trimmed(field.value).replace(TRACE, '');
			const isSentence = SENTENCE.test(text) && !TIME_STAMP.test(text);
			if (!isSentence || sentences.has(text)) continue;
			const names = [field.name, ...around.map((outer) => outer.name)];
			if (names.some((name) => NOISE.test(name))) continue;
			sentences.set(text, { text, about: subjectOf(around, field.name), names });
		}
	}
	return [...sentences.values()].slice(0, MAX_SENTENCES);
}

function trimmed(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}

/** The place and the places around it, from the inside out. */
function placesAround(place: Place): Place[] {
	const places = [place];
	for (let at = place.around; at !== undefined; at = at.around) places.push(at);
	return places;
}

/** A field beside the sentence or around it says so, or its own name: `{"title": ["is empty"]}`. */
function subjectOf(around: Place[], name: string): string {
	let inner = name;
	for (const place of around) {
		const subject = place.fields.map(subjectIn).find(isFilledText);
		if (subject !== undefined) return subject;
		const isList = Array.isArray(place.value);
		const isByField = isList ? place === around[0] : isMapByField(place);
		if (isByField && !GENERAL.test(inner)) return inner.replaceAll('-', '_');
		inner = place.name;
	}
	return '';
}

/** Not an entry of a list: `{"errors": [{"title": "Invalid Attribute"}]}` is about no title. */
function isMapByField(place: Place): boolean {
	return BY_FIELD.test(place.name) && !Array.isArray(place.around?.value);
}

/** The last part of a path, but nothing of the path of the request. */
function subjectIn(field: Field): string {
	if (!SUBJECT.test(field.name)) return '';
	const text = textIn([field.value].flat().at(-1));
	const isOfRequest = field.name === 'path' && text.startsWith('/');
	return isOfRequest ? '' : text.replace(/.*\//, '');
}
