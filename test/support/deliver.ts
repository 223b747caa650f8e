import { request } from 'undici';

export interface Delivery {
	body?: string | Buffer;
	headers?: Record<string, string>;
}

/** One delivery by hand, as the service or a stranger would send it. */
export async function deliver(url: string, { body, headers }: Delivery) {
	const answer = await request(url, { method: 'POST', headers, body });
	return { status: answer.statusCode, text: await answer.body.text() };
}

/** A notification in the shape that the sandbox sends. */
export async function deliverTask(url: string, title: string, more: object = {}) {
	const task = { id: 1, board_id: 1, title };
	const body = JSON.stringify({ event: 'task.created', data: { task }, ...more });
	return await deliver(url, { body, headers: { 'content-type': 'application/json' } });
}
