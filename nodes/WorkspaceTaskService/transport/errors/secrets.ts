/* Secrets in the text of a service, however the text spells them. */

/** Others are likely to occur in ordinary sentences, dates or ids. */
const DISTINCTIVE = /\p{L}{16}|\d{8}|^(?!\p{L}+$|\d+$).{4}/su;
/** What URLs, JSON, JavaScript and HTML write for a character, and what a message shows as a space. */
const ESCAPE =
	/%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f]){1,3}|(?:%u|\\u)[\da-f]{4}|\\u\{[\da-f]{1,6}\}|\\x[\da-f]{2}|\\["'\\/bfnrt]|&#x[\da-f]{1,7};|&#\d{1,8};|&[a-z]{2,6};|[\p{Cc}\p{Cf}\s]+/giu;
const NAMED: Record<string, string> = {
	'&amp;': '&',
	'&lt;': '<',
	'&gt;': '>',
	'&quot;': '"',
	'&apos;': "'",
	'&sol;': '/',
	'&plus;': '+',
	'&equals;': '=',
	'&colon;': ':',
	'&num;': '#',
	'&bsol;': '\\',
};
/** As many as encodings around each other are looked into. */
const MAX_DECODINGS = 3;
/** For a character that is encoded twice: `&amp;#x2F;`. */
const MAX_SPELLING = 12;
const MASK = '***';

/** A text as it is after some decoding. */
interface Reading {
	text: string;
	/** Where each character begins in the source, and where the last character ends. */
	places: number[];
}

interface Form {
	text: string;
	/** It may be part of an ordinary word. */
	isWord: boolean;
}

interface Range {
	from: number;
	to: number;
}

/**
 * The first characters of a text without the secrets that no ordinary sentence has. Looks beyond the
 * cut, so that it leaves no part of a secret.
 */
export function redact(text: string, secrets: string[], maxCharacters = text.length): string {
	const forms = formsOf(secrets).filter(({ isWord }) => !isWord);
	return masked(text, forms, maxCharacters);
}

/** Without any secret. A short password is masked where it is a whole word. */
export function redactAll(text: string, secrets: string[], maxCharacters: number): string {
	return masked(text, formsOf(secrets), maxCharacters);
}

function masked(text: string, forms: Form[], maxCharacters: number): string {
	const longest = Math.max(0, ...forms.map((form) => form.text.length));
	const source = text.slice(0, maxCharacters + longest * MAX_SPELLING);
	let shown = '';
	let end = 0;
	for (const { from, to } of rangesOf(source, forms)) {
		if (from >= maxCharacters) break;
		if (from >= end) shown += source.slice(end, from) + MASK;
		end = Math.max(end, to);
	}
	return shown + source.slice(end, maxCharacters);
}

/** In their order; they may overlap. */
function rangesOf(source: string, forms: Form[]): Range[] {
	if (forms.length === 0) return [];
	const ranges: Range[] = [];
	for (const { text, places } of readingsOf(source)) {
		for (const form of forms) {
			for (const index of indexesOf(form, text)) {
				const [from = 0, to = 0] = [places[index], places[index + form.text.length]];
				ranges.push({ from, to });
			}
		}
	}
	return ranges.sort((a, b) => a.from - b.from || b.to - a.to);
}

function indexesOf({ text: wanted, isWord }: Form, text: string): number[] {
	const indexes: number[] = [];
	let index = text.indexOf(wanted);
	while (index >= 0) {
		const around = [text.charAt(index - 1), text.charAt(index + wanted.length)];
		const isInside = around.some((character) => /[\p{L}\p{N}]/u.test(character));
		if (!isWord || !isInside) indexes.push(index);
		index = text.indexOf(wanted, index + wanted.length);
	}
	return indexes;
}

/** Each secret as it is, and decoded: a text may be decoded further than it was encoded. */
function formsOf(secrets: string[]): Form[] {
	const readings = secrets.flatMap((secret) => readingsOf(secret));
	const texts = new Set(readings.map(({ text }) => text.trim()));
	const filled = [...texts].filter((text) => text !== '');
	return filled.map((text) => ({ text, isWord: !DISTINCTIVE.test(text) }));
}

/** The text itself, and after each decoding. */
function readingsOf(source: string): Reading[] {
	const places = Array.from({ length: source.length + 1 }, (_, index) => index);
	const readings: Reading[] = [{ text: source, places }];
	for (let decodings = 0; decodings < MAX_DECODINGS; decodings++) {
		const last = readings[decodings] as Reading;
		const next = decoded(last);
		if (next.text === last.text) break;
		readings.push(next);
	}
	return readings;
}

function decoded({ text, places }: Reading): Reading {
	const characters: string[] = [];
	const begins: number[] = [];
	const add = (part: string, placeOf: (index: number) => number) => {
		for (let index = 0; index < part.length; index++) begins.push(placeOf(index));
		characters.push(part);
	};
	let end = 0;
	for (const { 0: escape, index } of text.matchAll(ESCAPE)) {
		const start = end;
		add(text.slice(start, index), (offset) => places[start + offset] ?? 0);
		add(characterOf(escape), () => places[index] ?? 0);
		end = index + escape.length;
	}
	const start = end;
	add(text.slice(start), (offset) => places[start + offset] ?? 0);
	begins.push(places[text.length] ?? 0);
	return { text: characters.join(''), places: begins };
}

function characterOf(escape: string): string {
	if (/^\s|^[\p{Cc}\p{Cf}]/u.test(escape)) return ' ';
	if (/^%[\da-f]/i.test(escape)) return Buffer.from(escape.replaceAll('%', ''), 'hex').toString();
	const [, hex, digits] = /^(?:%u|\\u\{?|\\x|&#x)([\da-f]+)|^&#(\d+)/i.exec(escape) ?? [];
	const code = hex === undefined ? Number(digits) : parseInt(hex, 16);
	if (code <= 0x10ffff) return String.fromCodePoint(code);
	if (escape.startsWith('\\')) return /[bfnrt]$/.test(escape) ? ' ' : escape.slice(1);
	return NAMED[escape.toLowerCase()] ?? escape;
}
