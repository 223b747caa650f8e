import type { DeliveredRequest, DeliveryReading } from '../reading/delivery';
import { makeTypeReader } from '../reading/eventType';
import { getMember, isFilledText } from '../reading/json';
import { EMPTY_RESPONSE, type HttpResponse } from './respond';
import type { WebhookRequest } from './webhookRequest';

/* An address check, by which a service tests a URL before it delivers there: the documented conventions. */

const PING = 'ping';
const TOKENS = ['hub.challenge', 'validationToken', 'validationtoken', 'challenge'];
const SECRET_HEADER = 'x-hook-secret';
const HEADER_TEXT = /^[\x20-\x7e]+$/;
const MAX_CHECK_BYTES = 10_000;
const MAX_ECHO = 2_000;

/**
 * Anybody can send a body, so without the key only a small body is read. n8n keeps no bytes of a form: its
 * declared size counts.
 */
export function hasSmallBody({
	rawBody,
	headers,
}: Pick<DeliveredRequest, 'rawBody' | 'headers'>): boolean {
	if (rawBody !== undefined) return rawBody.length <= MAX_CHECK_BYTES;
	const isDeclared = headers['transfer-encoding'] === undefined;
	return isDeclared && Number(headers['content-length'] ?? 0) <= MAX_CHECK_BYTES;
}

/**
 * The response to an address check; undefined for other requests. Services check a URL before they deliver
 * to it, often while it is being registered. A check passes with any key and starts nothing; a body that
 * shows a task or spells a known event type is no check. Echoed text is bounded and never HTML.
 * @param knownTypes the documented and the registered event types
 */
export function findAddressCheckResponse(
	request: WebhookRequest,
	reading: DeliveryReading,
	knownTypes: string[],
): HttpResponse | undefined {
	const response = findResponseByConvention(request, reading);
	// A GET or HEAD has no body.
	if (request.method !== 'POST') return response ?? EMPTY_RESPONSE;
	if (response === undefined || isCertainlyDelivery(reading, knownTypes)) return undefined;
	return response;
}

function findResponseByConvention(
	{ query, headers }: WebhookRequest,
	reading: DeliveryReading,
): HttpResponse | undefined {
	for (const name of TOKENS) {
		const token = readEchoable(getMember(query, name));
		if (token !== undefined) return makeEcho('text/plain', token);
	}
	const challenge = readEchoable(getMember(reading.whole.payload, 'challenge'));
	if (challenge !== undefined) return makeEcho('application/json', JSON.stringify({ challenge }));
	const secret = readEchoable(headers[SECRET_HEADER]) ?? '';
	if (HEADER_TEXT.test(secret) && isEmptyBody(reading)) {
		return { headers: { [SECRET_HEADER]: secret }, body: '' };
	}
	const isPing = reading.whole.typeTexts.some((text) => text.words.at(-1) === PING);
	return isPing ? EMPTY_RESPONSE : undefined;
}

function isCertainlyDelivery({ whole, events }: DeliveryReading, knownTypes: string[]): boolean {
	if (!events.includes(whole) || whole.task.isCertain) return true;
	const typeOf = makeTypeReader(knownTypes, []);
	const { type } = typeOf(whole.typeTexts, whole.isAboutTask);
	return type !== null && knownTypes.includes(type);
}

/** After parsing: `{}`, `null` and `{ "data": null }` are empty too. */
function isEmptyBody({ whole, isEmpty }: DeliveryReading): boolean {
	if (isEmpty) return true;
	const values = Object.values(whole.payload ?? {});
	return values.every((value) => value === null);
}

function readEchoable(value: unknown): string | undefined {
	return isFilledText(value) && value.length <= MAX_ECHO ? value : undefined;
}

/** A browser must not show it as a page. */
function makeEcho(type: string, body: string): HttpResponse {
	return {
		headers: {
			'content-type': `${type}; charset=utf-8`,
			'x-content-type-options': 'nosniff',
		},
		body,
	};
}
