import { isObject, parseJson } from '../../api/json';
import { sentencesIn } from './sentences';

/** Foreign text is cut to these lengths before any pattern or comparison sees it. */
const MAX_CHARACTERS = 10_000;
const MAX_JSON_CHARACTERS = 500_000;
const MAX_MESSAGE_CHARACTERS = 300;

/** Elements of HTML, and whatever has attributes; `<5>` and `<string>` are words. */
const TAGS =
	/<\/?(?:[abipu]|em|h[1-6]|hr|li|ol|ul|tr|td|th|br|div|pre|img|span|code|html|head|body|font|table|title|style|script|strong|center|iframe)\b[^<>]*>|<\/?[a-z][\w:-]*\s[^<>]*>|<!--[^>]*-->/gi;

/**
 * The service's own words in a body of any shape: sentences in JSON with the fields they are about,
 * the title of a page, or the text itself. One bounded line; empty if there are none.
 */
export function errorMessage(body: string, secrets: string[], isLogin = false): string {
	const json = body.length > MAX_JSON_CHARACTERS ? undefined : parseJson(body);
	const sentences = sentencesIn(json, isLogin).join('; ');
	if (isLogin) return cleanText(sentences || titleIn(body), secrets, redactWords);
	const isEmpty = isObject(json) && Object.keys(json).length === 0;
	if (sentences !== '' || isEmpty) return cleanText(sentences, secrets);
	return cleanText(plainWords(body.slice(0, MAX_CHARACTERS), secrets), secrets);
}

/** A whole page, not a word or two with markup. */
export function isHtmlPage(body: string): boolean {
	const start = body.slice(0, 1000).replace(/<!--[^>]*-->|<\?[^>]*>/g, '');
	return /^\s*(<!doctype\s+html|<html|<head|<body)/i.test(start);
}

function titleIn(body: string): string {
	if (!isHtmlPage(body)) return '';
	return /<(?:title|h1)[^<>]*>([^<]*)/i.exec(body.slice(0, MAX_CHARACTERS))?.[1] ?? 'a page';
}

/** Foreign text as it may appear in a message: one bounded line without markup or secrets. */
export function cleanText(text: string, secrets: string[], mask = redact): string {
	const plain = mask(oneLine(text.slice(0, MAX_CHARACTERS)), secrets).replace(TAGS, ' ');
	// Again, since what is left of removed markup can be a secret.
	const line = mask(oneLine(plain), secrets);
	const isLong = line.length > MAX_MESSAGE_CHARACTERS;
	return isLong ? `${line.slice(0, MAX_MESSAGE_CHARACTERS - 1)}…` : line;
}

function oneLine(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}

function plainWords(body: string, secrets: string[]): string {
	if (!/^\s*<[a-z?!]/i.test(body)) return body;
	// Before a part is taken out: a "<" in a secret would end it.
	const markup = redact(body, secrets).replaceAll('<![CDATA[', '').replaceAll(']]>', '');
	return titleIn(markup) || markup.replace(/<[^<>]*>/g, ' ');
}

/** Others are likely to occur in ordinary sentences, dates or ids. */
const DISTINCTIVE = /^(\p{L}{16,}|\d{8,}|(?!\p{L}+$|\d+$).{4,})$/su;

/** Text without the secrets: as they are, and as URLs, JSON and HTML spell them. */
export function redact(text: string, secrets: string[]): string {
	const forms = formsOf(secrets, (secret) => DISTINCTIVE.test(secret));
	return forms.reduce((redacted, form) => redacted.replaceAll(form, '***'), text);
}

/** The same, and without secrets that are ordinary words of the text. */
function redactWords(text: string, secrets: string[]): string {
	const isEdge = (character: string | undefined) => !/[\p{L}\p{N}]/u.test(character ?? '');
	return formsOf(secrets, Boolean).reduce(
		(line, secret) => {
			const parts = line.split(secret);
			return parts.reduce((before, after) => {
				const isWord = isEdge(before.at(-1)) && isEdge(after[0]);
				return `${before}${isWord ? '***' : secret}${after}`;
			});
		},
		redact(text, secrets),
	);
}

/** In every spelling, the longest first. */
function formsOf(secrets: string[], isMasked: (secret: string) => boolean): string[] {
	// In a message, runs of whitespace become one space.
	const written = secrets.flatMap((secret) => [secret, oneLine(secret)]).filter(isMasked);
	return [...new Set(written.flatMap(spellings))].sort((a, b) => b.length - a.length);
}

function spellings(secret: string): string[] {
	const url = encodeURIComponent(Buffer.from(secret).toString());
	const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
	const quoted = html.replaceAll('"', '&quot;');
	return [
		secret,
		JSON.stringify(secret).slice(1, -1),
		url,
		url.replaceAll('%20', '+'),
		url.replace(/%../g, (code) => code.toLowerCase()),
		html,
		quoted,
		quoted.replaceAll("'", '&#39;'),
		quoted.replaceAll("'", '&#x27;'),
	];
}

/** Where a redirect leads, as a base URL if it is one of the API. Of a login, no more than the origin. */
export function redirectTarget(location: unknown, secrets: string[], isLogin: boolean): string {
	const target = withoutQuery(String(location ?? 'another URL').slice(0, 1000));
	const [, baseUrl] = /^(.*?\w)\/api\/v1\/.*$/is.exec(target) ?? [];
	const origin = URL.canParse(target) ? new URL(target).origin : 'another URL';
	return cleanText(baseUrl ?? (isLogin ? origin : target), secrets);
}

/** A query can hold secrets. */
export const withoutQuery = (path: string) => path.replace(/[?#].*/s, '');
