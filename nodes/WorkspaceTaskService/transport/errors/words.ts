import { isObject } from '../../api/json';
import { parseJson } from '../../api/parse';
import { sentencesIn, wordsIn } from '../../api/read/sentence';
import { redact, redactAll } from './secrets';

/** Foreign text is cut to this length before a pattern sees it. */
const MAX_CHARACTERS = 10_000;
/** Longer JSON is not parsed. */
const MAX_JSON_CHARACTERS = 500_000;
const MAX_MESSAGE_CHARACTERS = 300;

/** Elements of HTML, and whatever has attributes; `<5>` and `<draft>` are words. */
const TAGS =
	/<(script|style)\b[^<>]*>[^<]*<\/\1\s*>|<(?:!doctype|\?xml)\b[^<>]*>|<\/?(?:[abipu]|em|h[1-6]|hr|li|ol|ul|tr|td|th|br|div|pre|img|span|code|html|head|body|font|table|title|style|script|strong|center|iframe)\b[^<>]*>|<\/?[a-z][\w:-]*\s[^<>]*>|<!--[^>]*-->/gi;
const TITLE = /<(?:title|h1)\b[^<>]*>([^<]*)/i;

/**
 * The service's own words in a body of any shape: a sentence in JSON, the title of a page, or the
 * text itself. One bounded line; empty if there are none.
 */
export function errorMessage(body: string, secrets: string[]): string {
	const words = wordsIn(parsedBody(body));
	if (words !== undefined) return cleanText(words, secrets);
	const title = titleIn(body, secrets);
	return cleanText(title || body, secrets);
}

/** The sentence in the response to a login, or the title of a page: anything else may be a token. */
export function loginMessage(body: string, secrets: string[]): string {
	const json = parsedBody(body);
	const sentence = isObject(json) ? sentencesIn(json)[0] : undefined;
	const text = sentence?.text ?? titleIn(body, secrets);
	const isOneWord = sentence !== undefined && !/\s/.test(text);
	if (isOneWord) return '';
	const redacted = redactAll(text, secrets, MAX_CHARACTERS);
	return cleanText(redacted, secrets);
}

function parsedBody(body: string): unknown {
	if (body.length > MAX_JSON_CHARACTERS) return undefined;
	return parseJson(body);
}

function titleIn(body: string, secrets: string[]): string {
	if (!/^\s*</.test(body)) return '';
	// First: a "<" in a secret would end the title.
	const start = redact(body, secrets, MAX_CHARACTERS);
	return TITLE.exec(start)?.[1] ?? '';
}

/** Foreign text as it may appear in a message: a bounded line without markup or secrets. */
export function cleanText(text: string, secrets: string[]): string {
	const start = redact(text, secrets, MAX_CHARACTERS);
	const plain = oneLine(start).replace(TAGS, ' ');
	// Again, since what is left of removed markup can be a secret.
	const line = redact(oneLine(plain), secrets);
	if (line.length <= MAX_MESSAGE_CHARACTERS) return line;
	return `${line.slice(0, MAX_MESSAGE_CHARACTERS - 1)}…`;
}

function oneLine(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}
