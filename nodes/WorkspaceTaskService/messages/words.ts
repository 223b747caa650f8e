import type { Cause } from '../outcome';
import {
	joinSentences,
	findSentences,
	findWords,
	findWordsOnPage,
} from '../reading/errorSentences';
import { collectDistinctValues, toWord } from '../reading/json';
import { parseJson } from '../reading/parse';

/* Foreign text in a message: a bounded line without markup, and with no secret in its usual spellings. */

/** At least three words, or some characters of a script without spaces. */
const REASON = /(\S+\s+){2}\S|\p{Lo}{6}/u;
/** Foreign text is cut to this length before a pattern sees it. */
const MAX_FOREIGN_CHARACTERS = 10_000;
const MAX_MESSAGE_CHARACTERS = 300;
const MASK = '***';
/** A shorter text is in every sentence. */
const MIN_SECRET = 4;
/** No program encodes them. */
const NEVER_ENCODED = /[a-z\d]/i;
const ASCII_SIGN = /[!-/:-@[-`{-~]/g;
const ENTITY_NAMES: Record<string, string> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};
/** Elements of HTML, and whatever has attributes; `<5>` and `<draft>` are words. */
const TAGS =
	/<(script|style)\b[^<>]*>[^<]*<\/\1\s*>|<(?:!doctype|\?xml)\b[^<>]*>|<\/?(?:[abipu]|em|h[1-6]|hr|li|ol|ul|tr|td|th|br|div|pre|img|span|code|html|head|body|font|table|title|style|script|strong|center|iframe)\b[^<>]*>|<\/?[a-z][\w:-]*\s[^<>]*>|<!--[^>]*-->/gi;
/** Only in fields with these names does the response to a login have a sentence, and no token or name. */
const LOGIN_NAMES = /^((non-field-)?errors?|(error-)?(message|msg|description)|detail)?$/;
/** In a list, or among errors, they have a sentence about what was entered; elsewhere what was entered. */
const LOGIN_FIELDS = /^(email|password|user-?name)$/;
/** A word that cannot be a token: of a status, or such as `invalid_grant` and `INVALID_PASSWORD`. */
const LOGIN_WORD = /^(unauthori[sz]ed|unauthenticated|forbidden|invalid_[a-z_]+)\.?$/i;

/**
 * The service's own words in a body of any shape: sentences in JSON, the texts of a page, or the text
 * itself. Empty if there are none.
 * @param body of the response
 * @param requestBody whose texts are no reason
 */
export function findErrorMessage(body: string, secrets: string[], requestBody?: unknown): string {
	const json = parseJson(body);
	const words = findWords(json, requestBody) ?? findWordsOnPage(redactAndCut(body, secrets));
	if (words !== undefined) return cleanText(words, secrets);
	// Texts that were sent are no reason, also if there is no other text.
	const saysNoReason = saysNothing(json) || findWords(json) !== undefined;
	return saysNoReason ? '' : cleanText(body, secrets);
}

/** `{}`, `{"message": ""}` */
function saysNothing(json: unknown): boolean {
	return json !== undefined && collectDistinctValues(json).every((value) => toWord(value) === '');
}

/**
 * The sentences in the response to a login, or the title of a page, else a word that says only that it was
 * refused: anything else may be a token.
 */
export function findLoginMessage(body: string, secrets: string[]): string {
	const json = parseJson(body);
	const sentences = findSentences(json).filter(({ names }) => hasOnlyLoginNames(names));
	const texts = sentences.map(({ text }) => text);
	if (texts.length > 0) return cleanText(joinSentences(texts), secrets);
	const word = findWords(json) ?? body.trim();
	if (LOGIN_WORD.test(word)) return word;
	return cleanText(findWordsOnPage(redactAndCut(body, secrets)) ?? '', secrets);
}

/** @param namesOutward of the field of a sentence and of what is around it, from the inside out */
function hasOnlyLoginNames(namesOutward: string[]): boolean {
	const isOfBody = namesOutward.length <= 2;
	return namesOutward.every(
		(name) => LOGIN_NAMES.test(name) || (!isOfBody && LOGIN_FIELDS.test(name)),
	);
}

/** Foreign text as it may appear in a message. */
export function cleanText(text: string, secrets: string[]): string {
	const shown = toOneLine(redactAndCut(text, secrets));
	// Again: what a line break or removed markup divided can be a secret.
	const line = redactAndCut(toOneLine(shown.replace(TAGS, ' ')), secrets);
	if (line.length <= MAX_MESSAGE_CHARACTERS) return line;
	return `${line.slice(0, MAX_MESSAGE_CHARACTERS - 1)}…`;
}

function toOneLine(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}

/** The first characters of a text without the secrets. */
export function redactAndCut(text: string, secrets: string[]): string {
	const long = secrets
		.map((secret) => secret.trim())
		.filter((secret) => secret.length >= MIN_SECRET);
	// The longest first, since a secret can begin with another secret.
	const patterns = long.sort((a, b) => b.length - a.length).flatMap(makeSpellingPatterns);
	const shown =
		patterns.length === 0 ? text : text.replace(new RegExp(patterns.join('|'), 'g'), MASK);
	return shown.slice(0, MAX_FOREIGN_CHARACTERS);
}

/**
 * How programs write a secret, as patterns: in JSON, in HTML, in a URL, and as it is. Programs differ in
 * which characters they encode, so each character may be encoded or not. The sign with which codes begin
 * always is: so each spelling is read in one way, in linear time.
 */
function makeSpellingPatterns(secret: string): string[] {
	return [jsonPattern, htmlPattern, urlPattern, literalPattern].map((patternOf) => {
		const patterns = [...secret].map((character) =>
			NEVER_ENCODED.test(character) ? character : patternOf(character),
		);
		return patterns.join('');
	});
}

function literalPattern(character: string): string {
	return character.replace(ASCII_SIGN, '\\$&');
}

/** `\"`, `\/` as PHP writes it, `\u002B` as .NET writes it. */
function jsonPattern(character: string): string {
	const literal = literalPattern(character);
	const units = Array.from({ length: character.length }, (_, n) => character.charCodeAt(n));
	const code = units.map((unit) => `\\\\u${hexPattern(unit, 4)}`).join('');
	if (character === '"' || character === '\\') return `(?:\\\\${literal}|${code})`;
	return character === '/' ? `(?:\\\\?/|${code})` : `(?:${literal}|${code})`;
}

/** `&quot;`, `&#34;` as Go writes it, `&#x22;`, `&#034;`. */
function htmlPattern(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	const name = ENTITY_NAMES[character];
	const codes = [`#0*${code}`, `#[xX]0*${hexPattern(code, 1)}`, ...(name ? [name] : [])];
	const entity = `&(?:${codes.join('|')});`;
	return character === '&' ? entity : `(?:${literalPattern(character)}|${entity})`;
}

/** `%2B`, `%2b`; `+` for a space in a form. */
function urlPattern(character: string): string {
	const bytes = [...new TextEncoder().encode(character)];
	const code = bytes.map((byte) => `%${hexPattern(byte, 2)}`).join('');
	if (character === '%') return code;
	return character === ' ' ? `(?: |\\+|${code})` : `(?:${literalPattern(character)}|${code})`;
}

/** Hexadecimal digits in either case. */
function hexPattern(code: number, length: number): string {
	const digits = code.toString(16).padStart(length, '0');
	return digits.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** @param words of the service, as a message shows them: no advice of ours contradicts a reason */
export function givesReason(words: string): boolean {
	return REASON.test(words);
}

/** A message and what to do, where only one text is shown. */
export function joinMessageAndHint({ message, hint }: Pick<Cause, 'message' | 'hint'>): string {
	const end = /[.!?…]$/.test(message) ? '' : '.';
	return `${message}${end} ${hint}`.trim();
}
