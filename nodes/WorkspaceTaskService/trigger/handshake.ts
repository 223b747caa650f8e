import { field, isFilledText, isObject } from '../api/json';
import type { Delivery } from './payload/body';
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
const ADDRESS_WORD = /^(url|endpoint|address)$/;
const CHECK_WORD = /^(ping|verify|verification|validate|validation|handshake|challenge)$/;
const EMPTY: HandshakeAnswer = { headers: {}, body: '' };

/**
 * Services check an address before they deliver to it, often while it is being registered. What such
 * checks ask for is answered with 200, whatever the key, and starts nothing. An echo is bounded and
 * never HTML. Undefined for any other request.
 * @param isLive with the key of a registration: then what has an event is no check
 */
export function handshakeAnswer(
	{ method, query, headers, body, rawBody }: WebhookRequest,
	isLive = false,
): HandshakeAnswer | undefined {
	const isBodiless = method === 'GET' || method === 'HEAD';
	// Bodies of strangers are looked at only if they are small.
	const isLarge = (rawBody?.length ?? 0) > MAX_CHECK_BYTES;
	const content = isObject(body) || isLarge ? body : jsonIn(String(rawBody));
	const words = isLarge ? [] : tellingWords(kindReader(headers, [])(content, content) ?? '');
	const isCheck = words.some((word) => CHECK_WORD.test(word));
	const isEvent =
		isLarge || words.some((word) => !CHECK_WORD.test(word) && !ADDRESS_WORD.test(word));
	const isTask = isLarge || (content !== undefined && hasTask(content));
	if (isLive && !isBodiless && (isEvent || isTask)) return undefined;
	const token = echoed(field(query, 'hub.challenge')) ?? echoed(field(query, 'validationToken'));
	if (token !== undefined) return echo('text/plain', token);
	const asked = echoed(field(query, 'challenge'));
	if (asked !== undefined) return echo('application/json', JSON.stringify({ challenge: asked }));
	if (isBodiless) return EMPTY;
	const secret = echoed(headers['x-hook-secret']) ?? '';
	if (HEADER_TEXT.test(secret) && (rawBody?.length ?? 0) <= EMPTY_JSON.length) {
		return { headers: { 'x-hook-secret': secret }, body: '' };
	}
	if (isEvent) return undefined;
	const challenge = echoed(field(content, 'challenge'));
	const isEcho = challenge !== undefined && (isCheck || !isTask);
	if (isEcho) return echo('application/json', JSON.stringify({ challenge }));
	return isCheck ? EMPTY : undefined;
}

function echoed(value: unknown): string | undefined {
	return isFilledText(value) && value.length <= MAX_ECHO ? value : undefined;
}

function echo(type: string, body: string): HandshakeAnswer {
	const contentType = `${type}; charset=utf-8`;
	return { headers: { 'content-type': contentType, 'x-content-type-options': 'nosniff' }, body };
}
