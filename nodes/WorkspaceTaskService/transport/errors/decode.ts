/* Texts that are spelled with escapes. */

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

/** The text with its escapes replaced by what they stand for, once. */
export function decode(text: string): string {
	return text.replace(ESCAPE, characterOf);
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
