import { field, isFilledText, isObject } from '../api/json';
import type { Delivery, Headers } from './payload/body';
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
 * @param isLive with the key of a registration: then what has an event is no check
 */
export function handshakeAnswer(
	request: WebhookRequest,
	isLive = false,
): HandshakeAnswer | undefined {
	const { method, query, headers, rawBody } = request;
	const bytes = rawBody?.length ?? 0;
	const isBodiless = method === 'GET' || method === 'HEAD';
	const content = contentOf(request);
	if (isLive && !isBodiless && hasEvent(content, headers, bytes)) return undefined;
	const token = echoed(field(query, 'hub.challenge')) ?? echoed(field(query, 'validationToken'));
	if (token !== undefined) return echo('text/plain', token);
	const challenge = echoed(field(query, 'challenge'));
	if (challenge !== undefined) return echo('application/json', JSON.stringify({ challenge }));
	if (isBodiless) return EMPTY;
	const secret = echoed(headers['x-hook-secret']) ?? '';
	if (HEADER_TEXT.test(secret) && bytes <= EMPTY_JSON.length) {
		return { headers: { 'x-hook-secret': secret }, body: '' };
	}
	return bytes > MAX_CHECK_BYTES ? undefined : answerToBody(content, headers);
}

/** Bodies of strangers are looked at only if they are small. */
function contentOf({ body, rawBody }: WebhookRequest): unknown {
	if (isObject(body)) return body;
	return (rawBody?.length ?? 0) > MAX_CHECK_BYTES ? undefined : jsonIn(String(rawBody));
}

function hasEvent(content: unknown, headers: Headers, bytes: number): boolean {
	const { isOther } = kindOf(content, headers);
	return bytes > MAX_CHECK_BYTES || isOther || (content !== undefined && hasTask(content));
}

/** Whether the named kind is that of a check, or another one. */
function kindOf(content: unknown, headers: Headers) {
	const words = tellingWords(kindReader(headers, [])(content, content) ?? '');
	return {
		isCheck: words.some((word) => CHECK_WORD.test(word)),
		isOther: words.some((word) => !CHECK_WORD.test(word) && !ADDRESS_WORD.test(word)),
	};
}

/** A body that names another kind or has a task is an event, also with a field `challenge`. */
function answerToBody(content: unknown, headers: Headers): HandshakeAnswer | undefined {
	const { isCheck, isOther } = kindOf(content, headers);
	if (isOther) return undefined;
	const challenge = echoed(field(content, 'challenge'));
	if (challenge !== undefined && (isCheck || !hasTask(content))) {
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
