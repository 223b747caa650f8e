import { DateTime } from 'luxon';

import { withoutQuery } from '../../api/baseUrl';
import { isObject } from '../../api/json';
import { parseJson } from '../../api/parse';
import { sentencesIn, wordsIn } from '../../api/read/sentence';
import { redact, redactAll } from './secrets';

/** Foreign text is cut to these lengths before a pattern sees it. */
const MAX_CHARACTERS = 10_000;
const MAX_JSON_CHARACTERS = 500_000;
const MAX_MESSAGE_CHARACTERS = 300;

/** Elements of HTML, and whatever has attributes; `<5>` and `<draft>` are words. */
const TAGS =
	/<(script|style)\b[^<>]*>[^<]*<\/\1\s*>|<(?:!doctype|\?xml)\b[^<>]*>|<\/?(?:[abipu]|em|h[1-6]|hr|li|ol|ul|tr|td|th|br|div|pre|img|span|code|html|head|body|font|table|title|style|script|strong|center|iframe)\b[^<>]*>|<\/?[a-z][\w:-]*\s[^<>]*>|<!--[^>]*-->/gi;

/**
 * The service's own words in a body of any shape: a sentence in JSON, the title of a page, or the
 * text itself. One bounded line; empty if there are none.
 */
export function errorMessage(body: string, secrets: string[]): string {
	return cleanText(wordsIn(parsedBody(body)) ?? (titleIn(body, secrets) || body), secrets);
}

/**
 * The sentence in the response to a login, or the title of a page: anything else may be a token.
 */
export function loginMessage(body: string, secrets: string[]): string {
	const json = parsedBody(body);
	const [sentence] = isObject(json) ? sentencesIn(json) : [];
	if (sentence !== undefined && !/\s/.test(sentence.text)) return '';
	const text = sentence?.text ?? titleIn(body, secrets);
	return cleanText(redactAll(text, secrets, MAX_CHARACTERS), secrets);
}

const parsedBody = (body: string) =>
	body.length > MAX_JSON_CHARACTERS ? undefined : parseJson(body);

function titleIn(body: string, secrets: string[]): string {
	if (!/^\s*</.test(body)) return '';
	// First: a "<" in a secret would end the title.
	const start = redact(body, secrets, MAX_CHARACTERS);
	return /<(?:title|h1)\b[^<>]*>([^<]*)/i.exec(start)?.[1] ?? '';
}

/** Foreign text as it may appear in a message: a bounded line without markup or secrets. */
export function cleanText(text: string, secrets: string[]): string {
	const start = redact(text, secrets, MAX_CHARACTERS);
	const plain = oneLine(start).replace(TAGS, ' ');
	// Again, since what is left of removed markup can be a secret.
	const line = redact(oneLine(plain), secrets);
	const isLong = line.length > MAX_MESSAGE_CHARACTERS;
	return isLong ? `${line.slice(0, MAX_MESSAGE_CHARACTERS - 1)}…` : line;
}

function oneLine(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}

export function redirectTarget(
	location: unknown,
	{ secrets, isLogin }: { secrets: string[]; isLogin?: boolean },
): string {
	const target = withoutQuery(String(location ?? 'another URL'));
	const [, baseUrl] = /^(.*?\w)\/api\/v1\//is.exec(target) ?? [];
	const origin = URL.canParse(target) ? new URL(target).origin : 'another URL';
	return cleanText(baseUrl ?? (isLogin ? origin : target), secrets);
}

/** Such as `19:58:30 UTC (in 15 minutes)`. */
export function timeWords(at: number, from: number): string {
	const base = DateTime.fromMillis(from, { zone: 'utc' });
	const time = DateTime.fromMillis(at, { zone: 'utc', locale: 'en' });
	const clock = time.toFormat(time.hasSame(base, 'day') ? 'HH:mm:ss' : 'yyyy-MM-dd HH:mm:ss');
	return `${clock} UTC (${time.toRelative({ base })})`;
}
