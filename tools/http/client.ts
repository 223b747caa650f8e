import { Agent, request } from 'undici';

/** Without keep-alive: a busy server may close a connection while the next request uses it. */
const dispatcher = new Agent({ pipelining: 0, headersTimeout: 0, bodyTimeout: 0 });

interface HttpRequest {
	headers?: Record<string, string>;
	body?: string | Buffer;
	signal?: AbortSignal;
}

/** Does not follow redirects. */
export async function send(method: string, url: string, options: HttpRequest = {}) {
	const response = await request(url, { method: method as 'GET', ...options, dispatcher });
	const { statusCode: status, headers } = response;
	return { status, headers, text: await response.body.text() };
}

export interface Call {
	/** Sent as JSON; a string is sent as it is. */
	body?: unknown;
	/** Sent as `Authorization: Bearer`. */
	token?: string;
	headers?: Record<string, string>;
	signal?: AbortSignal;
}

/** The JSON in a text, else the text. */
export function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Sends JSON and gets JSON, another text, or undefined for an empty one. */
export async function call<T = unknown>(
	method: string,
	url: string,
	{ body, token, headers = {}, signal }: Call = {},
) {
	const response = await send(method, url, {
		headers: {
			...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
		body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
		signal,
	});
	const { text } = response;
	return { ...response, body: (text === '' ? undefined : parse(text)) as T };
}

/** A notification. */
export async function deliver(url: string, notification: HttpRequest) {
	const { status, text } = await send('POST', url, notification);
	return { status, text };
}

/** A notification in the shape that the sandbox sends. */
export async function deliverTask(url: string, title: string, more: object = {}) {
	const task = { id: 1, board_id: 1, title };
	const body = JSON.stringify({ event: 'task.created', data: { task }, ...more });
	return await deliver(url, { body, headers: { 'content-type': 'application/json' } });
}
