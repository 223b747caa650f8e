import type { Delivery } from '../api/read/delivery';
import type { EventReading } from '../api/read/event';
import { readHandshake, secretHeader } from '../api/read/handshake';
import type { Answer } from './respond';

const MAX_CHECK_BYTES = 10_000;
const EMPTY_OBJECT_BYTES = 2;
const HEADER_TEXT = /^[\x20-\x7e]+$/;

export interface WebhookRequest extends Delivery {
	method: string;
	query: object;
}

/** Anybody can send a body, so without the key only a small body is read. */
export const isSmall = (delivery: Delivery) => sizeOf(delivery) <= MAX_CHECK_BYTES;

const sizeOf = ({ rawBody }: Delivery) => rawBody?.length ?? 0;

/**
 * The response to an address check; undefined for any other request. Services check a URL before
 * they deliver to it, often while it is being registered. A check passes with any key and starts
 * nothing; a body with a task or another event type is no check. Echoed text is bounded and never
 * HTML.
 */
export function checkResponse(request: WebhookRequest, body: EventReading): Answer | undefined {
	if (!isSmall(request)) return undefined;
	const { isEvent, isNamed, token, challenge, secret } = readHandshake(request, body);
	const hasNoBody = request.method === 'GET' || request.method === 'HEAD';
	if (isEvent && !hasNoBody) return undefined;
	if (token !== undefined) return echo('text/plain', token);
	if (challenge !== undefined) return echo('application/json', JSON.stringify({ challenge }));
	const isSecret = secret !== undefined && HEADER_TEXT.test(secret);
	if (isSecret && sizeOf(request) <= EMPTY_OBJECT_BYTES)
		return { headers: secretHeader(secret), body: '' };
	return isNamed || hasNoBody ? { headers: {}, body: '' } : undefined;
}

function echo(type: string, body: string): Answer {
	const contentType = `${type}; charset=utf-8`;
	return { headers: { 'content-type': contentType, 'x-content-type-options': 'nosniff' }, body };
}
