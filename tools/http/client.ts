import { Agent, request } from 'undici';

/** Without keep-alive: a busy server may close a connection while the next request uses it. */
const dispatcher = new Agent({ pipelining: 0 });

export interface Call {
	/** Sent as JSON; a string is sent as it is. */
	body?: unknown;
	/** Sent as `Authorization: Bearer`. */
	token?: string;
	headers?: Record<string, string>;
}

/** `body` is parsed JSON. */
interface CallResponse<T> {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	body: T;
}

export async function call<T = unknown>(
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD',
	url: string,
	{ body, token, headers = {} }: Call = {},
): Promise<CallResponse<T>> {
	const response = await request(url, {
		method,
		headers: {
			...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
		body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
		dispatcher,
	});
	const text = await response.body.text();
	return {
		status: response.statusCode,
		headers: response.headers,
		body: (text === '' ? undefined : JSON.parse(text)) as T,
	};
}

export interface Delivery {
	body?: string | Buffer;
	headers?: Record<string, string>;
}

export async function deliver(url: string, { body, headers }: Delivery) {
	const response = await request(url, { method: 'POST', headers, body, dispatcher });
	return { status: response.statusCode, text: await response.body.text() };
}

/** A notification in the shape that the sandbox sends. */
export async function deliverTask(url: string, title: string, more: object = {}) {
	const task = { id: 1, board_id: 1, title };
	const body = JSON.stringify({ event: 'task.created', data: { task }, ...more });
	return await deliver(url, { body, headers: { 'content-type': 'application/json' } });
}
