import type { Delivery, Headers } from './payload/body';
import { field, isFilledText, isObject } from '../api/json';
import { jsonIn } from './payload/body';
import { kindReader, tellingWords } from './payload/kind';
import { hasTask } from './payload/entries';

/** A request to the webhook's address, from anybody. */
export type WebhookRequest = Delivery & { method: string; query: object };

export interface HandshakeAnswer {
	headers: Record<string, string>;
	body: string;
}

const MAX_ECHO = 2000;
const MAX_CHECK_BYTES = 10_000;
const EMPTY_JSON = '{}';
const HEADER_TEXT = /^[\x20-\x7e]+$/;
const CHECK_WORD = /^(ping|verify|verification|validate|validation|handshake|challenge)$/;
const ADDRESS_WORD = /^(url|endpoint|address)$/;
const EMPTY: HandshakeAnswer = { headers: {}, body: '' };

/**
 * Services check an address before they deliver to it, often while it is being registered. What such
 * checks ask for is answered with 200, whatever the key, and starts nothing. An echo is bounded and
 * never HTML. Undefined for any other request.
 */
export function handshakeAnswer(request: WebhookRequest): HandshakeAnswer | undefined {
	const { method, query, headers, body, rawBody = '' } = request;
	const token = echoed(field(query, 'hub.challenge')) ?? echoed(field(query, 'validationToken'));
	if (token !== undefined) return echo('text/plain', token);
	const challenge = echoed(field(query, 'challenge'));
	if (challenge !== undefined) return echo('application/json', JSON.stringify({ challenge }));
	if (method === 'GET' || method === 'HEAD') return EMPTY;
	const secret = echoed(headers['x-hook-secret']) ?? '';
	if (HEADER_TEXT.test(secret) && rawBody.length <= EMPTY_JSON.length) {
		return { headers: { 'x-hook-secret': secret }, body: '' };
	}
	// Bodies of strangers are looked at only if they are small.
	if (rawBody.length > MAX_CHECK_BYTES) return undefined;
	return answerToBody(isObject(body) ? body : jsonIn(String(rawBody)), headers);
}

/** A body that names another kind or has a task is an event, also with a field `challenge`. */
function answerToBody(body: unknown, headers: Headers): HandshakeAnswer | undefined {
	const words = tellingWords(kindReader(headers, [])(body, body) ?? '');
	const isCheck = words.some((word) => CHECK_WORD.test(word));
	if (words.some((word) => !CHECK_WORD.test(word) && !ADDRESS_WORD.test(word))) return undefined;
	const challenge = echoed(field(body, 'challenge'));
	if (challenge !== undefined && (isCheck || !hasTask(body))) {
		return echo('application/json', JSON.stringify({ challenge }));
	}
	return isCheck ? EMPTY : undefined;
}

function echoed(value: unknown): string | undefined {
	return isFilledText(value) && value.length <= MAX_ECHO ? value : undefined;
}

function echo(type: string, body: string): HandshakeAnswer {
	const contentType = `${type}; charset=utf-8`;
	return { headers: { 'content-type': contentType, 'x-content-type-options': 'nosniff' }, body };
}
