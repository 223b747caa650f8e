import { request } from 'undici';
import type { Call } from '../../../tools/http/client';

/**
 * Sends one HTTP request, whose response may be anything, incomplete or missing. Never rejects.
 * @returns `null` as the status if no response head came, as the error if the response was complete
 */
export async function exchange(
	method: 'GET' | 'POST',
	url: string,
	{ body, token = '', headers = {}, signal }: Call = {},
) {
	const seen = {
		status: null as number | null,
		headers: {} as Awaited<ReturnType<typeof request>>['headers'],
		text: '',
		error: null as string | null,
	};
	try {
		const response = await request(url, {
			method,
			signal,
			headers: {
				authorization: `Bearer ${token}`,
				...(body !== undefined && { 'content-type': 'application/json' }),
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
