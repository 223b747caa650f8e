import type { Delivery } from '../api/read/delivery/content';
import type { DeliveryReading } from '../api/read/delivery/delivery';
import {
	holdsEvents,
	readHandshake,
	secretHeader,
	type HandshakeReading,
} from '../api/read/delivery/handshake';
import type { WebhookRequest } from './request';
import { EMPTY_ANSWER, type Answer } from './respond';

const MAX_CHECK_BYTES = 10_000;
const HEADER_TEXT = /^[\x20-\x7e]+$/;
const WITHOUT_BODY = ['GET', 'HEAD'];

/**
 * Anybody can send a body, so without the key only a small body is read. With the key, a larger body is no
 * address check. n8n keeps no bytes of a form: its declared size counts.
 */
export function isSmall({ rawBody, headers }: Pick<Delivery, 'rawBody' | 'headers'>): boolean {
	if (rawBody !== undefined) return rawBody.length <= MAX_CHECK_BYTES;
	const isDeclared = headers['transfer-encoding'] === undefined;
	return isDeclared && Number(headers['content-length'] ?? 0) <= MAX_CHECK_BYTES;
}

/**
 * The response to an address check; undefined for other requests. Services check a URL before
 * they deliver to it, often while it is being registered. A check passes with any key and starts
 * nothing; a body with a task or the type of an event is no check. Echoed text is bounded and never
 * HTML.
 */
export function checkResponse(
	request: WebhookRequest,
	delivery: DeliveryReading,
): Answer | undefined {
	if (!isSmall(request)) return undefined;
	const handshake = readHandshake(request, delivery);
	const answer = answerTo(handshake);
	if (WITHOUT_BODY.includes(request.method)) return answer ?? EMPTY_ANSWER;
	if (answer === undefined || handshake.isEvent) return undefined;
	// A stranger has no events that could be lost.
	const hasEvents = request.isVerified && holdsEvents(delivery);
	return hasEvents ? undefined : answer;
}

function answerTo({ token, challenge, secret, isNamed }: HandshakeReading): Answer | undefined {
	if (token !== undefined) return echo('text/plain', token);
	if (challenge !== undefined) return echo('application/json', JSON.stringify({ challenge }));
	const isHeader = secret !== undefined && HEADER_TEXT.test(secret);
	if (isHeader) return { headers: secretHeader(secret), body: '' };
	return isNamed ? EMPTY_ANSWER : undefined;
}

function echo(type: string, body: string): Answer {
	return {
		headers: {
			'content-type': `${type}; charset=utf-8`,
			'x-content-type-options': 'nosniff',
		},
		body,
	};
}
