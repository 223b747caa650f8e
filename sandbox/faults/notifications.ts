import { JSON_TYPE, type HttpMessage } from '../deliveries/message';
import type { DeliveryFault } from './schema';

/** Each with its content type. */
const ODD_BODIES: Array<(body: string) => [contentType: string, body: string]> = [
	() => [JSON_TYPE, ''],
	() => [JSON_TYPE, 'null'],
	(body) => [JSON_TYPE, `[${body}]`],
	(body) => [JSON_TYPE, `{"events":[${body}]}`],
	() => ['text/plain', 'Something changed on one of your boards'],
	(body) => [
		'application/x-www-form-urlencoded',
		new URLSearchParams({ payload: body }).toString(),
	],
];

/** Delays and duplicates leave the message unchanged. */
export function applyFault(message: HttpMessage, fault: DeliveryFault | null): HttpMessage {
	if (fault?.kind === 'odd-content-type') {
		return withContent(message.headers, fault.contentType, message.body);
	}
	if (fault?.kind !== 'odd-body') return message;
	const [usualType, body] = oddBody(message.body, fault);
	return withContent(message.headers, fault.contentType ?? usualType, body);
}

/** The given body, or the next of the list. */
function oddBody(
	usual: string,
	{ body, hits }: Extract<DeliveryFault, { kind: 'odd-body' }>,
): [contentType: string, body: string] {
	if (body !== undefined) return [JSON_TYPE, body];
	return ODD_BODIES[(hits - 1) % ODD_BODIES.length]?.(usual) ?? [JSON_TYPE, usual];
}

const withContent = (
	headers: HttpMessage['headers'],
	contentType: string,
	body: string,
): HttpMessage => ({ headers: { ...headers, 'content-type': contentType }, body });
