import type { Answer } from './request';
import { isRedirect } from './request';
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
	if (parsed !== undefined) {
		const sentences = sentencesIn(parsed, 0).join('; ');
		const isEmpty = Object.keys(Object(parsed)).length === 0;
		return cleanText(sentences !== '' || isEmpty ? sentences : body, secrets);
	}
	// Before the title of a page is cut out of it: a "<" in a secret would end it.
	return cleanText(plainWords(maskSecrets(body, secrets)), secrets);
}

/**
 * What a refusal says: the service's own words, or where a redirect leads, since where only the
 * message is shown, it has to tell the way out.
 */
export function saidBy(answer: Answer, secrets: string[]): string {
	if (isRedirect(answer)) return `the address redirects to ${redirectTarget(answer, secrets)}`;
	return serviceWords(answer.text, secrets) || 'no reason given';
}

/** As a base URL, and without a query, in which secrets may stand. */
export function redirectTarget({ headers }: Answer, secrets: string[]): string {
	const location = String(headers.location ?? 'another one').replace(/[?#].*/s, '');
	const address = location.replace(/(?<=\w)\/api\/v1\/.*$/is, '');
	return cleanText(address, secrets);
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
	const start = body.slice(0, 1000).replace(/<!--[^]*?-->|<\?[^>]*>/g, '');
	return /^\s*(<!doctype\s+html|<html|<head|<body)/i.test(start);
}

function plainWords(body: string): string {
	if (!/<\w+[^>]*>/.test(body)) return body;
	return /<title[^>]*>([^<]*)/i.exec(body)?.[1] ?? 'an HTML page';
}

const MAX_DEPTH = 4;

/** Under these, the names of fields are part of what is said. */
const FIELD_KEYS = ['details', 'errors'];

/** Beside a sentence: which field it is about. */
const NAME_KEYS = ['field', 'path', 'param', 'parameter', 'property', 'attribute'];

function sentencesIn(value: unknown, depth: number): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => sentencesIn(entry, depth + 1));
	const entries = new Map(Object.entries(value));
	const found = SENTENCE_KEYS.map((key) =>
		FIELD_KEYS.includes(key)
			? byField(entries.get(key), depth + 1)
			: sentencesIn(entries.get(key), depth + 1),
	).filter((sentences) => sentences.length > 0);
	const [first = []] = found;
	return entries.has('details') || entries.has('errors') ? eachOnce(found.flat()) : first;
}

/** Neither twice nor, where it is said of a field, without the field as well. */
function eachOnce(sentences: string[]): string[] {
	const unlike = (one: string) => !sentences.some((other) => other.endsWith(`: ${one}`));
	return [...new Set(sentences.filter(unlike))];
}

/**
 * `{ "due_date": ["is in the past"] }`: any name, and a list of what is wrong with it; or
 * `[{ "field": "due_date", "message": "is in the past" }]`.
 */
function byField(value: unknown, depth: number): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => named(entry, depth + 1));
	if (typeof value !== 'object' || value === null) return sentencesIn(value, depth);
	return Object.entries(value).flatMap(([name, inner]) =>
		sentencesIn(inner, depth + 1).map((sentence) =>
			SENTENCE_KEYS.includes(name) ? sentence : `${name}: ${sentence}`,
		),
	);
}

function named(entry: unknown, depth: number): string[] {
	const name = NAME_KEYS.map((key) => Object(entry)[key]).find(
		(value) => typeof value === 'string',
	);
	const sentences = sentencesIn(entry, depth);
	return name === undefined ? sentences : sentences.map((sentence) => `${name}: ${sentence}`);
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
