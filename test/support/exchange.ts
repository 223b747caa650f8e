import { request } from 'undici';
import type { Call } from '../../tools/testkit/http/http';

/** What came over the wire, as far as it came. */
export interface Exchange {
	/** `null` when no head of an answer came. */
	status: number | null;
	headers: Record<string, string | string[] | undefined>;
	text: string;
	/** Why it ended early, `null` when it was whole. */
	error: string | null;
}

/** One HTTP request whose answer may be anything, or nothing. Never rejects. */
export async function exchange(
	method: 'GET' | 'POST',
	url: string,
	{ body, token = '', headers = {} }: Call = {},
	signal?: AbortSignal,
): Promise<Exchange> {
	const seen: Exchange = { status: null, headers: {}, text: '', error: null };
	try {
		const answer = await request(url, {
			method,
			signal,
			headers: {
				authorization: `Bearer ${token}`,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...headers,
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		seen.status = answer.statusCode;
		seen.headers = answer.headers;
		for await (const chunk of answer.body) seen.text += String(chunk);
	} catch (error) {
		seen.error = String(Object(error).code ?? error);
	}
	return seen;
}
