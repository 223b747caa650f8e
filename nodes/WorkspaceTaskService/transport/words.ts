import { maskSecrets } from './secrets';

const MAX_WORDS = 300;

/** Where services put the sentence a person should read, most telling first. */
const SENTENCE_KEYS = [
	'message',
	'error_description',
	'detail',
	'details',
	'error',
	'errors',
	'reason',
	'description',
	'title',
	'msg',
];

/**
 * The service's own words in the body of an answer of any shape: a sentence in JSON, the title of
 * an HTML page, or the text itself. One line, bounded, without markup or control characters;
 * empty when the body says nothing.
 */
export function serviceWords(body: string, secrets: string[]): string {
	const parsed = parseJson(body);
	if (parsed !== undefined) return cleanText(sentencesIn(parsed, 0).join('; '), secrets);
	// Before the title of a page is cut out of it: a "<" in a secret would end it.
	return cleanText(plainWords(maskSecrets(body, secrets)), secrets);
}

/** The parsed body, or undefined when it is not JSON. */
export function parseJson(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

/** A whole page, not a word or two with markup. */
export function isHtmlPage(body: string): boolean {
	return /^\s*(<!doctype\s+html|<html)/i.test(body);
}

function plainWords(body: string): string {
	if (!/<\w+[^>]*>/.test(body)) return body;
	return /<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? 'an HTML page';
}

const MAX_DEPTH = 4;

function sentencesIn(value: unknown, depth: number): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => sentencesIn(entry, depth + 1));
	const entries = new Map(Object.entries(value));
	const found = SENTENCE_KEYS.map((key) => sentencesIn(entries.get(key), depth + 1)).filter(
		(sentences) => sentences.length > 0,
	);
	const [first = []] = found;
	return entries.has('details') || entries.has('errors') ? [...new Set(found.flat())] : first;
}

/** Foreign text as it may stand in a message: one bounded line without markup or secrets. */
export function cleanText(text: string, secrets: string[]): string {
	// A secret can look like markup, and what is left of removed markup like a secret.
	const masked = maskSecrets(oneLine(text), secrets);
	const line = maskSecrets(oneLine(masked.replace(/<[^>]*>/g, ' ')), secrets);
	return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS - 1)}…` : line;
}

function oneLine(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}
