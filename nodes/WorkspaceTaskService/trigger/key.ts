import { createHash, randomBytes, timingSafeEqual } from 'crypto';

import { field, isFilledText, isObject } from '../api/json';
import { hasTask, namedIdIn } from '../api/shapes';
import { eventNameReader, significantWords } from './payload/eventName';
import { jsonIn, type Delivery } from './payload/rawEvents';

const KEY_BYTES = 24;
const KEY_PARAMETER = 'key';
const MAX_ECHO = 2000;
const MAX_CHECK_BYTES = 10_000;
const HEADER_TEXT = /^[\x20-\x7e]+$/;
const CHECK_WORD = /^(ping|verif(y|ication)|validat(e|ion)|handshake|challenge)$/;
const URL_WORD = /^(url|endpoint|address)$/;

/**
 * The API document shows no signature on deliveries. Instead, the registered URL has a key: a
 * sender without it cannot start the workflow.
 */
export function newKey(): string {
	return randomBytes(KEY_BYTES).toString('base64url');
}

/** In hexadecimal digits. Of a key, only this hash is stored. */
export function sha256(content: string): string {
	return createHash('sha256').update(content).digest('hex');
}

export function keyedUrl(url: string, key: string): string {
	const keyed = new URL(url);
	keyed.searchParams.set(KEY_PARAMETER, key);
	return keyed.href;
}

/**
 * The key of a delivery, if it has one of these hashes. Compared in constant time. n8n parses
 * `?key[a]=1` as an object and repeated keys as an array.
 */
export function keyIn(query: object, hashes: Array<string | undefined>): string | undefined {
	const key = field(query, KEY_PARAMETER);
	if (!isFilledText(key)) return undefined;
	const sent = Buffer.from(sha256(key));
	const isKnown = (hash = '') => hash !== '' && timingSafeEqual(sent, Buffer.from(hash));
	return hashes.some(isKnown) ? key : undefined;
}

export interface WebhookRequest extends Delivery {
	method: string;
	query: object;
}

export interface CheckResponse {
	headers: Record<string, string>;
	body: string;
}

/**
 * The response to an address check; undefined for any other request. Services check a URL before
 * they deliver to it, often while it is being registered. A check passes with any key and starts
 * nothing; a body with a task or another event type is none. Echoed text is bounded and never HTML.
 */
export function checkResponse(request: WebhookRequest): CheckResponse | undefined {
	const { method, query, headers, body, rawBody } = request;
	const isBodiless = method === 'GET' || method === 'HEAD';
	// Anybody can send a body, so only small ones are examined.
	const size = rawBody?.length ?? 0;
	if (size > MAX_CHECK_BYTES) return undefined;
	const content = isObject(body) ? body : jsonIn(String(rawBody));
	const words = significantWords(eventNameReader(headers, [])(content, content));
	const isEvent = words.some((word) => !CHECK_WORD.test(word) && !URL_WORD.test(word));
	const isAboutTask = hasTask(content) || namedIdIn(content) !== undefined;
	if (!isBodiless && (isEvent || isAboutTask)) return undefined;
	const token =
		echoable(field(query, 'hub.challenge')) ?? echoable(field(query, 'validationToken'));
	if (token !== undefined) return echo('text/plain', token);
	const challenge = echoable(field(query, 'challenge')) ?? echoable(field(content, 'challenge'));
	if (challenge !== undefined) return echo('application/json', JSON.stringify({ challenge }));
	const secret = echoable(headers['x-hook-secret']) ?? '';
	if (HEADER_TEXT.test(secret) && size <= '{}'.length) {
		return { headers: { 'x-hook-secret': secret }, body: '' };
	}
	const isCheck = isBodiless || words.some((word) => CHECK_WORD.test(word));
	return isCheck ? { headers: {}, body: '' } : undefined;
}

function echoable(value: unknown): string | undefined {
	return isFilledText(value) && value.length <= MAX_ECHO ? value : undefined;
}

function echo(type: string, body: string): CheckResponse {
	const contentType = `${type}; charset=utf-8`;
	return { headers: { 'content-type': contentType, 'x-content-type-options': 'nosniff' }, body };
}
