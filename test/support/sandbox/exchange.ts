import { request } from 'undici';
import type { Call } from '../../../tools/http/client';

/** What was received, even if it is incomplete. */
export interface Exchange {
	/** `null` if no response head came. */
	status: number | null;
	headers: Record<string, string | string[] | undefined>;
	text: string;
	/** Why it ended early, `null` if it was complete. */
	error: string | null;
}

/** Sends one HTTP request, whose response may be anything or missing. Never rejects. */
export async function exchange(
	method: 'GET' | 'POST',
	url: string,
	{ body, token = '', headers = {} }: Call = {},
	signal?: AbortSignal,
): Promise<Exchange> {
	const seen: Exchange = { status: null, headers: {}, text: '', error: null };
	try {
		const response = await request(url, {
			method,
			signal,
			headers: {
				authorization: `Bearer ${token}`,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...headers,
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		seen.status = response.statusCode;
		seen.headers = response.headers;
		for await (const chunk of response.body) seen.text += String(chunk);
	} catch (error) {
		seen.error = String(Object(error).code ?? error);
	}
	return seen;
}
