import { field, isFilledText, isId, isObject, objectsIn, valuesOf, type Fields } from '../json';

/* The sentences for people in what the service sends: every name that they may have. */

/** Best first. */
const SENTENCES = [
	'message',
	'error_description',
	'error_message',
	'detail',
	'error',
	'reason',
	'msg',
];
const DETAILS = ['errors', 'details', 'issues'];
const SUBJECTS = ['field', 'loc', 'path', 'param'];
const TITLE = 'title';
/** Such as a sentence in `error.errors[0].message`. */
const MAX_DEPTH = 3;

interface Sentence {
	text: string;
	/** The field that the sentence is about, such as `title: `; empty if it names none. */
	about: string;
}

/** All sentences in a single text; undefined if there is none, or if there is more than sentences. */
export function wordsIn(json: unknown): string | undefined {
	if (hasMessagesByField(json)) return undefined;
	const sentences = sentencesIn(json);
	const title = field(json, TITLE);
	if (sentences.length === 0) return isFilledText(title) ? title : undefined;
	// The first detail often repeats the message.
	const texts = new Map<string, string>();
	for (const sentence of sentences) {
		texts.set(sentence.text, `${sentence.about}${sentence.text}`);
	}
	return [...texts.values()].join('; ');
}

/** `{ "due_date": ["is past"] }`, beside a message or not. */
function hasMessagesByField(json: unknown): boolean {
	return objectsIn(json, DETAILS).some((byField) => {
		return Object.keys(byField).length > 0 && sentencesIn(byField).length === 0;
	});
}

export function sentencesIn(value: unknown, depth = 0): Sentence[] {
	const entry: unknown = Array.isArray(value) ? value[0] : value;
	if (isObject(entry) && depth < MAX_DEPTH) return sentencesOf(entry, depth);
	if (typeof entry !== 'string' || entry.trim() === '') return [];
	return [{ text: entry.trim(), about: '' }];
}

function sentencesOf(entry: Fields, depth: number): Sentence[] {
	const message = firstSentences(entry, SENTENCES, depth);
	const details = firstSentences(entry, DETAILS, depth);
	const sentences = [...message, ...details];
	const subject = subjectOf(entry);
	if (subject === undefined) return sentences;
	return sentences.map((sentence) => ({
		text: sentence.text,
		about: sentence.about || `${subject}: `,
	}));
}

/** The sentences in the first of these fields that has any. */
function firstSentences(entry: unknown, names: string[], depth: number): Sentence[] {
	for (const value of valuesOf(entry, names)) {
		const sentences = sentencesIn(value, depth + 1);
		if (sentences.length > 0) return sentences;
	}
	return [];
}

function subjectOf(entry: unknown): string | number | undefined {
	for (const subject of valuesOf(entry, SUBJECTS)) {
		// `loc: ["body", "title"]`
		const name: unknown = Array.isArray(subject) ? subject.at(-1) : subject;
		if (isId(name)) return name;
	}
	return undefined;
}
