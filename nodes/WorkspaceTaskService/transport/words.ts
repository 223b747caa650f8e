import { valuesIn, wordIn } from '../api/json';
import { parseJson } from '../api/parse';
import { sentencesIn, wordsIn, wordsOfPage } from '../api/read/sentence';
import type { Cause } from './outcome';

/* Foreign text in a message: a bounded line without markup, and with no secret in its usual spellings. */

/** Foreign text is cut to this length before a pattern sees it. */
const MAX_CHARACTERS = 10_000;
const MAX_MESSAGE_CHARACTERS = 300;
const MASK = '***';
/** A shorter text is in every sentence. */
const MIN_SECRET = 4;
/** The ampersand first: the others have it. */
const HTML = [
	['&', '&amp;'],
	['<', '&lt;'],
	['>', '&gt;'],
	['"', '&quot;'],
	["'", '&#39;'],
] as const;
/** Elements of HTML, and whatever has attributes; `<5>` and `<draft>` are words. */
const TAGS =
	/<(script|style)\b[^<>]*>[^<]*<\/\1\s*>|<(?:!doctype|\?xml)\b[^<>]*>|<\/?(?:[abipu]|em|h[1-6]|hr|li|ol|ul|tr|td|th|br|div|pre|img|span|code|html|head|body|font|table|title|style|script|strong|center|iframe)\b[^<>]*>|<\/?[a-z][\w:-]*\s[^<>]*>|<!--[^>]*-->/gi;
/** Only in fields with these names does the response to a login have a sentence, and no token or name. */
const LOGIN_NAMES = /^((non-field-)?errors?|(error-)?(message|msg|description)|detail)?$/;

/**
 * The service's own words in a body of any shape: sentences in JSON, the texts of a page, or the text
 * itself. Empty if there are none.
 */
export function errorMessage(body: string, secrets: string[]): string {
	const json = parseJson(body);
	const words = wordsIn(json) ?? wordsOfPage(redact(body, secrets));
	return cleanText(words ?? (isEmptyJson(json) ? '' : body), secrets);
}

/** `{}`, `{"message": ""}` */
function isEmptyJson(json: unknown): boolean {
	return json !== undefined && valuesIn(json).every((value) => wordIn(value) === '');
}

/** The sentence in the response to a login, or the title of a page: anything else may be a token. */
export function loginMessage(body: string, secrets: string[]): string {
	for (const sentence of sentencesIn(parseJson(body))) {
		const isKnown = sentence.names.every((name) => LOGIN_NAMES.test(name));
		if (isKnown) return cleanText(sentence.text, secrets);
	}
	const title = wordsOfPage(redact(body, secrets));
	return cleanText(title ?? '', secrets);
}

/** Foreign text as it may appear in a message. */
export function cleanText(text: string, secrets: string[]): string {
	const shown = oneLine(redact(text, secrets));
	// Again: what a line break or removed markup divided can be a secret.
	const line = redact(oneLine(shown.replace(TAGS, ' ')), secrets);
	if (line.length <= MAX_MESSAGE_CHARACTERS) return line;
	return `${line.slice(0, MAX_MESSAGE_CHARACTERS - 1)}…`;
}

function oneLine(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}

/** The first characters of a text without the secrets. */
export function redact(text: string, secrets: string[]): string {
	const spellings = secrets.flatMap(spellingsOf);
	// The longest first, since a secret can begin with another secret.
	spellings.sort((a, b) => b.length - a.length);
	let shown = text;
	for (const spelling of spellings) {
		shown = shown.replaceAll(spelling, MASK);
	}
	return shown.slice(0, MAX_CHARACTERS);
}

/** As it is, in a URL, in JSON and in HTML. */
function spellingsOf(entered: string): string[] {
	const secret = entered.trim();
	if (secret.length < MIN_SECRET) return [];
	const inJson = JSON.stringify(secret).slice(1, -1);
	const spellings = [
		secret,
		encodeURIComponent(secret),
		inJson,
		// As PHP writes it.
		inJson.replaceAll('/', '\\/'),
	];
	let inHtml = secret;
	for (const [character, entity] of HTML) {
		inHtml = inHtml.replaceAll(character, entity);
	}
	return [...spellings, inHtml];
}

/** A message and what to do, where only one text is shown. */
export function fullText({ message, hint }: Pick<Cause, 'message' | 'hint'>): string {
	const end = /[.!?…]$/.test(message) ? '' : '.';
	return `${message}${end} ${hint}`.trim();
}
