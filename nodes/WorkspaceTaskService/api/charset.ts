/** Text in an unknown charset: a server that names none means UTF-8, or its own 8-bit one. */
const FALLBACK = 'windows-1252';
/** Not every type with these letters: `openxmlformats` is a spreadsheet. */
const TEXT_TYPE = /^text\/|\b(json|xml|javascript|x-www-form-urlencoded)\b/i;
const JSON_STARTS = Buffer.from('{["');

/**
 * The text in a body, by its byte order mark, else by the charset of its content type, else as UTF-8.
 * Undefined if it is binary: no UTF-8, and no text by its type or with a zero byte.
 */
export function textIn(bytes: Buffer, contentType: string): string | undefined {
	const [, charset = 'utf-8'] = /charset\s*=\s*"?([\w-]{1,40})/i.exec(contentType) ?? [];
	const text = decoded(bytes, utf16In(bytes) ?? charset) ?? decoded(bytes, 'utf-8');
	const mayBeText = TEXT_TYPE.test(contentType) && !bytes.includes(0);
	return text ?? (mayBeText ? decoded(bytes, FALLBACK) : undefined);
}

/** Undefined if there are bytes that the charset does not have, or no such charset. */
function decoded(bytes: Buffer, charset: string): string | undefined {
	try {
		return new TextDecoder(charset, { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

/** UTF-16 by its byte order mark or, in JSON, by its first character. */
function utf16In(bytes: Buffer): string | undefined {
	const [first = -1, second = -1] = bytes;
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	if (first === 0xfe && second === 0xff) return 'utf-16be';
	if (JSON_STARTS.includes(first) && second === 0) return 'utf-16le';
	return first === 0 && JSON_STARTS.includes(second) ? 'utf-16be' : undefined;
}
