const CHARSET = /charset\s*=\s*"?([\w-]{1,40})/i;

/** The charset that a content type names, which may not exist. */
export function charsetIn(contentType: unknown): string | undefined {
	return CHARSET.exec(String(contentType))?.[1];
}
