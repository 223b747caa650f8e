import { isObject, parseJson } from './json';
import { redact } from './redact';
import { MOST_SENTENCES, sentencesIn } from './sentences';

/** Foreign text is cut to these lengths before any pattern or comparison sees it. */
const MOST_CHARACTERS = 10_000;
const MOST_JSON_CHARACTERS = 500_000;
const MESSAGE_CHARACTERS = 300;

/**
 * The service's own words in a body of any shape: sentences in JSON with the fields they are about,
 * a fault in XML, the title of a page, or the text itself. One bounded line; empty if there are none.
 */
export function errorMessage(body: string, secrets: string[]): string {
	const json = body.length > MOST_JSON_CHARACTERS ? undefined : parseJson(body);
	const sentences = json === undefined ? [] : sentencesIn(json);
	if (sentences.length > 0) return cleanText(sentences.join('; '), secrets);
	const hasNoWords = isObject(json) && Object.keys(json).length === 0;
	return hasNoWords ? '' : cleanText(plainWords(cut(body), secrets), secrets);
}

/** A whole page, not a word or two with markup. */
export function isHtmlPage(body: string): boolean {
	const start = body.slice(0, 1000).replace(/<!--[^>]*-->|<\?[^>]*>/g, '');
	return /^\s*(<!doctype\s+html|<html|<head|<body)/i.test(start);
}

/** Foreign text as it may appear in a message: one bounded line without markup or secrets. */
export function cleanText(text: string, secrets: string[]): string {
	// Again at the end: what is left of removed markup can be a secret.
	const plain = withoutMarkup(redact(oneLine(cut(text)), secrets));
	const line = redact(oneLine(plain), secrets);
	return line.length > MESSAGE_CHARACTERS ? `${line.slice(0, MESSAGE_CHARACTERS - 1)}…` : line;
}

function cut(text: string): string {
	return text.slice(0, MOST_CHARACTERS);
}

function oneLine(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}

/** Elements of HTML, and whatever has attributes; `<5>` and `<string>` are words. */
function withoutMarkup(text: string): string {
	const tags =
		/<\/?(?:[abipu]|em|h[1-6]|hr|li|ol|ul|tr|td|th|br|div|pre|img|span|code|html|head|body|font|table|title|style|script|strong|center|iframe)\b[^<>]*>|<\/?[a-z][\w:-]*\s[^<>]*>|<!--[^>]*-->/gi;
	return text.replace(tags, ' ');
}

function plainWords(body: string, secrets: string[]): string {
	if (!/^\s*<[a-z?!]/i.test(body)) return body;
	// Before a part is taken out: a "<" in a secret would end it.
	const markup = redact(body, secrets).replaceAll('<![CDATA[', '').replaceAll(']]>', '');
	if (isHtmlPage(markup)) return pageTitle(markup);
	const fault =
		/<(?:[\w-]+:)?(?:faultstring|text|message|detail|details|description|reason|error|title|msg)(?:\s[^<>]*)?>\s*([^<>\s][^<>]*)/gi;
	const found = [...markup.matchAll(fault)].map(([, words = '']) => words.trim());
	return (
		[...new Set(found.slice(0, MOST_SENTENCES))].join('; ') || markup.replace(/<[^<>]*>/g, ' ')
	);
}

function pageTitle(page: string): string {
	return (
		/<title[^<>]*>([^<]*)/i.exec(page)?.[1] ?? /<h1[^<>]*>([^<]*)/i.exec(page)?.[1] ?? 'a page'
	);
}
