const CHARSET = /charset\s*=\s*"?([\w-]{1,40})/i;

/**
 * The text of a body without its byte order mark: in the charset that its content type names, else in
 * UTF-8, else in Latin-1, in which every byte is a character.
 */
export function decodeBody(bytes: Uint8Array | undefined, contentType: unknown): string {
	const charset = CHARSET.exec(String(contentType))?.[1] ?? 'utf-8';
	return decoded(bytes, charset) ?? decoded(bytes, 'utf-8') ?? decoded(bytes, 'latin1') ?? '';
}

/** Undefined if there are bytes that the charset does not have, or no such charset. */
function decoded(bytes: Uint8Array | undefined, charset: string): string | undefined {
	try {
		return new TextDecoder(charset, { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
