import { request } from 'undici';

export interface Call {
	/** Sent as JSON, a string as it is. */
	body?: unknown;
	/** Sent as `Authorization: Bearer`. */
	token?: string;
	headers?: Record<string, string>;
}

/** What came back; `body` is the parsed JSON. */
export interface CallAnswer<T> {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	body: T;
}

/** One HTTP request as any client would send it. */
export async function call<T = unknown>(
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD',
	url: string,
	{ body, token, headers = {} }: Call = {},
): Promise<CallAnswer<T>> {
	const answer = await request(url, {
		method,
		headers: {
			...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
		body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
	});
	const text = await answer.body.text();
	return {
		status: answer.statusCode,
		headers: answer.headers,
		body: (text === '' ? undefined : JSON.parse(text)) as T,
	};
}
