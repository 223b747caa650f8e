import { parseJson } from '../api/parse';
import { sentencesIn, wordsIn, wordsOfPage } from '../api/read/sentence';
import type { Cause } from './outcome';

/* Foreign text in a message: a bounded line without markup, and with no secret in its usual spellings. */

/** Foreign text is cut to this length before a pattern sees it. */
const MAX_CHARACTERS = 10_000;
/** Longer JSON is not parsed. */
const MAX_JSON_CHARACTERS = 500_000;
const MAX_MESSAGE_CHARACTERS = 300;
const MASK = '***';
/** Shorter or plainer secrets are likely to occur in ordinary sentences, dates or ids. */
const DISTINCTIVE = /\p{L}{16}|\d{8}|^(?!\p{L}+$|\d+$).{4}/su;
const HTML: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};
/** Elements of HTML, and whatever has attributes; `<5>` and `<draft>` are words. */
const TAGS =
	/<(script|style)\b[^<>]*>[^<]*<\/\1\s*>|<(?:!doctype|\?xml)\b[^<>]*>|<\/?(?:[abipu]|em|h[1-6]|hr|li|ol|ul|tr|td|th|br|div|pre|img|span|code|html|head|body|font|table|title|style|script|strong|center|iframe)\b[^<>]*>|<\/?[a-z][\w:-]*\s[^<>]*>|<!--[^>]*-->/gi;
/** Only in fields with these names does the response to a login have a sentence, and no token or name. */
const LOGIN_NAMES = /^(error-?)?(errors?|messages?|msg|description|details?|reason|title)?$/;

/**
 * The service's own words in a body of any shape: sentences in JSON, the texts of a page, or the text
 * itself. Empty if there are none.
 */
export function errorMessage(body: string, secrets: string[]): string {
	const words = wordsIn(parsedBody(body)) ?? wordsOfPage(redact(body, secrets));
	return cleanText(words ?? body, secrets);
}

/** The sentence in the response to a login, or the title of a page: anything else may be a token. */
export function loginMessage(body: string, secrets: string[]): string {
	const sentences = sentencesIn(parsedBody(body));
	const sentence = sentences.find(({ names }) => names.every((name) => LOGIN_NAMES.test(name)));
	const text = sentence?.text ?? wordsOfPage(redact(body, secrets)) ?? '';
	return cleanText(redactWords(redact(text, secrets), secrets), secrets);
}

function parsedBody(body: string): unknown {
	return body.length > MAX_JSON_CHARACTERS ? undefined : parseJson(body);
}

/** Foreign text as it may appear in a message. */
export function cleanText(text: string, secrets: string[]): string {
	const plain = oneLine(redact(text, secrets)).replace(TAGS, ' ');
	// Again, since what is left of removed markup can be a secret.
	const line = redact(oneLine(plain), secrets);
	if (line.length <= MAX_MESSAGE_CHARACTERS) return line;
	return `${line.slice(0, MAX_MESSAGE_CHARACTERS - 1)}…`;
}

function oneLine(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}

/** The first characters of a text without the secrets that no ordinary sentence has. */
export function redact(text: string, secrets: string[]): string {
	const spellings = secrets.filter(isDistinctive).flatMap(spellingsOf);
	// The longest first, since a secret can begin with another secret.
	spellings.sort((a, b) => b.length - a.length);
	let shown = text.slice(0, MAX_CHARACTERS);
	for (const spelling of spellings) shown = shown.replaceAll(spelling, MASK);
	if (text.length <= MAX_CHARACTERS) return shown;
	// The cut may have left a part of a secret.
	const [longest = ''] = spellings;
	return shown.slice(0, Math.max(shown.length - longest.length, 0));
}

/** Where a short password is a whole word, it is masked too. */
function redactWords(text: string, secrets: string[]): string {
	let shown = text;
	for (const secret of secrets.filter((each) => !isDistinctive(each))) {
		for (const spelling of spellingsOf(secret)) {
			const literal = spelling.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
			const word = new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'gu');
			shown = shown.replace(word, MASK);
		}
	}
	return shown;
}

function isDistinctive(secret: string): boolean {
	return DISTINCTIVE.test(secret.trim());
}

/** As it is, in a URL, in JSON and in HTML. */
function spellingsOf(entered: string): string[] {
	const secret = entered.trim();
	if (secret === '') return [];
	// A lone surrogate has no spelling in a URL.
	const inUrl = encodeURIComponent(Buffer.from(secret).toString());
	const inJson = JSON.stringify(secret).slice(1, -1);
	const inHtml = secret.replace(/[&<>"']/g, (character) => HTML[character] ?? '');
	return [secret, inUrl, inJson, inJson.replaceAll('/', '\\/'), inHtml];
}

/** A message and what to do, where only one text is shown. */
export function fullText({ message, hint }: Pick<Cause, 'message' | 'hint'>): string {
	const end = /[.!?…]$/.test(message) ? '' : '.';
	return `${message}${end} ${hint}`.trim();
}
