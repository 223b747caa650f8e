import { collectDistinctValues, isFilledText, toShortText } from './json';
import { listPlaces, listPlacesOutward, type Member, type Place } from './places';

/*
 * The words for people in what the service sends: texts that are sentences, the outer texts first. A name
 * only says what a text is not, and which field of the request it is about. A text that the request sent is
 * no reason: a service may return the task that it refuses.
 */

const MAX_SENTENCES = 4;
/** Words, or letters of a script without spaces, which has no capitals either. */
const SENTENCE = /\S\s+\S|\p{Lo}{4}/u;
/** What the request sent, or advice for developers. */
const NOISE = /^(help|input)$/;
const TIME_STAMP = /^\d{4}-\d\d-\d\d.\d\d:/;
const TRACE = /(^|\n)[ \t]*at [\w.$]+ ?\(.*/s;
/** Beside a sentence: the field of the request that the sentence is about, or the path to it. */
const REQUEST_FIELD = /^(field|param|parameter|pointer|loc|path|instance-path)$/;
/** An object whose members have the names of the request's fields. */
const BY_FIELD = /^(errors|details?|message)$/;
const GENERAL = /^((non-field-)?errors?|(error-)?messages?|details?|base)$/;
/** The place of an entry in a list. */
const INDEX = /^\d+$/;
/** Of a reason that is a single word, the best first. */
const WORD_NAMES = [/(message|msg|detail|title)$/, /^(errors?|err|(error-)?code)$/];
const PAGE_TEXTS = /<(?:title|h1|pre|message)\b[^<>]*>([^<]*)/gi;

interface Sentence {
	text: string;
	/** The field of the request that the sentence is about; empty if it names none. */
	requestField: string;
	/** The name of its own member, then the names around it, from the inside out; empty for the body. */
	names: string[];
}

/** At most four sentences in a single text, else a word; undefined if there is neither. */
export function findWords(json: unknown, requestBody?: unknown): string | undefined {
	const sentences = findSentences(json, requestBody);
	if (sentences.length === 0) return findReasonWord(json, requestBody);
	return joinSentences(
		sentences.map(({ text, requestField }) => prependRequestField(requestField, text)),
	);
}

function prependRequestField(requestField: string, text: string): string {
	return requestField === '' ? text : `${requestField}: ${text}`;
}

/** Such as `Required`, also with the field of the request that it is about. */
function findReasonWord(json: unknown, requestBody: unknown): string | undefined {
	const places = listPlaces(json);
	const sent = listTexts(requestBody);
	for (const wordNames of WORD_NAMES) {
		for (const place of places) {
			const member = place.members.find(({ name, value }) => {
				const text = trimText(value);
				return wordNames.test(name) && text !== '' && !sent.includes(text);
			});
			if (member === undefined) continue;
			const around = listPlacesOutward(place);
			const names = listNamesOutward(member, around);
			const requestField = findRequestField(names, around, places);
			return prependRequestField(requestField, trimText(member.value));
		}
	}
	return undefined;
}

/** The title, the heading and the preformatted text of a page, or the message of XML. */
export function findWordsOnPage(page: string): string | undefined {
	const sentences = new Set<string>();
	let word: string | undefined;
	for (const match of page.matchAll(PAGE_TEXTS)) {
		const text = trimText(match[1]);
		if (SENTENCE.test(text)) sentences.add(text);
		else if (text !== '') word ??= text;
	}
	return sentences.size > 0 ? joinSentences([...sentences]) : word;
}

export function joinSentences(texts: string[]): string {
	return texts.join('; ').replaceAll('.; ', '. ');
}

/**
 * The first four, the outer sentences first, each once: a list of allowed values repeats a part of its
 * sentence.
 */
export function findSentences(json: unknown, requestBody?: unknown): Sentence[] {
	const sentences: Sentence[] = [];
	const places = listPlaces(json);
	const sent = listTexts(requestBody);
	for (const place of places) {
		const around = listPlacesOutward(place);
		for (const member of place.members) {
			const received = trimText(member.value);
			const text = received.replace(TRACE, '');
			if (!SENTENCE.test(text) || TIME_STAMP.test(text) || sent.includes(received)) continue;
			if (sentences.some((earlier) => earlier.text === text)) continue;
			const names = listNamesOutward(member, around);
			if (names.some((name) => NOISE.test(name))) continue;
			const requestField = findRequestField(names, around, places);
			const isPart = sentences.some((earlier) => {
				return earlier.requestField === requestField && earlier.text.includes(text);
			});
			if (!isPart) sentences.push({ text, requestField, names });
			if (sentences.length === MAX_SENTENCES) return sentences;
		}
	}
	return sentences;
}

/** Without the white space around them. */
function listTexts(json: unknown): string[] {
	return collectDistinctValues(json).map(trimText);
}

function trimText(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}

function listNamesOutward(member: Member, around: Place[]): string[] {
	return [member.name, ...around.map(({ name }) => name)];
}

/**
 * A member beside the sentence or around it says so, or its own name: `{"title": ["is empty"]}`.
 * @param names of the sentence's member and of the places around it
 */
function findRequestField(names: string[], around: Place[], places: Place[]): string {
	let isReason = Array.isArray(around[0]?.value);
	for (const [index, place] of around.entries()) {
		const requestField = findNamedRequestField(place, places);
		if (requestField !== undefined) return requestField;
		const name = names[index] ?? '';
		const isByField = isReason || isMapOfRequestFields(place);
		if (isByField && !GENERAL.test(name) && !INDEX.test(name)) return name.replaceAll('-', '_');
		// `{"events": {"1": ["is unknown"]}}`
		isReason &&= INDEX.test(name);
	}
	return '';
}

/** Not an entry of a list: `{"errors": [{"title": "Invalid Attribute"}]}` is about no title. */
function isMapOfRequestFields(place: Place): boolean {
	return BY_FIELD.test(place.name) && !Array.isArray(place.around?.value);
}

/** In a member of the place, or alone in an object of it: `"source": {"pointer": "/data/title"}`. */
function findNamedRequestField(place: Place, places: Place[]): string | undefined {
	if (Array.isArray(place.value)) return undefined;
	const isAlone = (inner: Place) => inner.around === place && inner.members.length === 1;
	const alone = places.filter(isAlone).flatMap(({ members }) => members);
	const members = [...place.members, ...alone];
	return members.map((member) => readRequestFieldFromPath(member, place)).find(isFilledText);
}

/**
 * The last part of a path that is a name. A path that is not in a list of errors may be that of the request.
 */
function readRequestFieldFromPath({ name, value }: Member, { around }: Place): string {
	if (!REQUEST_FIELD.test(name)) return '';
	const path = [value].flat().map(toShortText).join('/');
	const isOfRequest = name === 'path' && path.startsWith('/') && !Array.isArray(around?.value);
	const parts = isOfRequest ? [] : path.split('/');
	return parts.filter((part) => part !== '' && !INDEX.test(part)).at(-1) ?? '';
}
