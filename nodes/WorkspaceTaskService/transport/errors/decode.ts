/* Texts that are spelled with escapes, and where each decoded character comes from. */

/** What URLs, JSON, JavaScript and HTML write for a character, and what a message shows as a space. */
const ESCAPE =
	/%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f]){1,3}|(?:%u|\\u)[\da-f]{4}|\\u\{[\da-f]{1,6}\}|\\x[\da-f]{2}|\\["'\\/bfnrt]|&#x[\da-f]{1,7};|&#\d{1,8};|&[a-z]{2,6};|[\p{Cc}\p{Cf}\s]+/giu;
const SPACE = /^\s|^[\p{Cc}\p{Cf}]/u;
const URL_BYTES = /^%[\da-f]/i;
const HEX_CODE = /^(?:%u|\\u\{?|\\x|&#x)([\da-f]+)/i;
const DECIMAL_CODE = /^&#(\d+)/;
const MAX_CODE = 0x10ffff;
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
/** Encodings around each other. */
const MAX_DECODINGS = 3;

/** A text after some decodings. */
export interface Reading {
	text: string;
	/** Where each character begins in the source, and where the last character ends. */
	places: number[];
}

/** The text itself, and after each decoding. */
export function readingsOf(source: string): Reading[] {
	const places = Array.from({ length: source.length + 1 }, (_, index) => index);
	let reading: Reading = { text: source, places };
	const readings = [reading];
	while (readings.length <= MAX_DECODINGS) {
		const next = decoded(reading);
		if (next.text === reading.text) break;
		readings.push(next);
		reading = next;
	}
	return readings;
}

function decoded(reading: Reading): Reading {
	const { text, places } = reading;
	const result: Reading = { text: '', places: [] };
	let end = 0;
	for (const match of text.matchAll(ESCAPE)) {
		const character = characterOf(match[0]);
		const place = places[match.index] ?? 0;
		copy(reading, result, end, match.index);
		result.text += character;
		for (let unit = 0; unit < character.length; unit++) {
			result.places.push(place);
		}
		end = match.index + match[0].length;
	}
	copy(reading, result, end, text.length);
	result.places.push(places[text.length] ?? 0);
	return result;
}

function copy(from: Reading, to: Reading, start: number, end: number): void {
	to.text += from.text.slice(start, end);
	for (const place of from.places.slice(start, end)) {
		to.places.push(place);
	}
}

function characterOf(escape: string): string {
	if (SPACE.test(escape)) return ' ';
	if (URL_BYTES.test(escape)) return Buffer.from(escape.replaceAll('%', ''), 'hex').toString();
	const code = codeOf(escape);
	if (code <= MAX_CODE) return String.fromCodePoint(code);
	if (/^\\[bfnrt]$/.test(escape)) return ' ';
	if (escape.startsWith('\\')) return escape.slice(1);
	return NAMED[escape.toLowerCase()] ?? escape;
}

/** NaN if the escape has no number. */
function codeOf(escape: string): number {
	const [, hex] = HEX_CODE.exec(escape) ?? [];
	if (hex !== undefined) return parseInt(hex, 16);
	const [, digits] = DECIMAL_CODE.exec(escape) ?? [];
	return Number(digits);
}
