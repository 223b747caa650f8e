const CHARSET = /charset\s*=\s*"?([\w-]{1,40})/i;

/** A character that UTF-8 writes with several bytes, and that was read. */
const SEVERAL_BYTES = /[^\p{ASCII}\ufffd]/u;

/**
 * The text of a body, without a byte order mark. Tries the charset that the content type names, then UTF-8.
 * If neither fits, the text is Latin-1, unless UTF-8 decodes a character of several bytes: then the text is
 * damaged UTF-8.
 */
export function decodeBody(bytes: Uint8Array | undefined, contentType: unknown): string {
	const charset = CHARSET.exec(String(contentType))?.[1] ?? 'utf-8';
	const text = decoded(bytes, charset) ?? decoded(bytes, 'utf-8');
	if (text !== undefined) return text;
	const damaged = new TextDecoder().decode(bytes);
	return SEVERAL_BYTES.test(damaged) ? damaged : new TextDecoder('latin1').decode(bytes);
}

/** Undefined if there are bytes that the charset does not have, or no such charset. */
function decoded(bytes: Uint8Array | undefined, charset: string): string | undefined {
	try {
		return new TextDecoder(charset, { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
