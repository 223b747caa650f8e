import { randomUUID } from 'node:crypto';
import { z } from 'zod/v4';
import { maskBody, maskText, maskValue } from '../mask';
import type { Webhook } from '../records';
import type { Services } from '../services';
import { AGENT, JSON_TYPE } from './parcel';

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const OF_THE_CONNECTION =
	/^(connection|content-length|expect|host|keep-alive|transfer-encoding|upgrade)$/;

const headerName = z
	.string()
	.regex(NAME)
	.toLowerCase()
	.refine((name) => !OF_THE_CONNECTION.test(name));

/** POST /sandbox/webhooks/:id/deliveries, not part of the API. Text goes as it is, the rest as JSON. */
export const handDeliveryRequest = z.strictObject({
	headers: z
		.record(headerName, z.string().regex(VALUE, 'must be the value of a header'), {
			error: ({ code }) =>
				code === 'invalid_key' ? 'is not the name of a header to choose' : undefined,
		})
		.default({}),
	body: z.json({ error: 'must be text or JSON' }),
});
export type DeliveryByHand = z.infer<typeof handDeliveryRequest>;

/** Sends it once, whatever comes back, and records it. The webhook may have ended. */
export async function deliverByHand(
	{ sender, journal, assumptions }: Services,
	webhook: Webhook,
	{ headers: chosen, body: content }: DeliveryByHand,
	signal: AbortSignal,
) {
	const id = chosen['x-webhook-delivery'] ?? `dlv_${randomUUID()}`;
	const usual = { 'content-type': JSON_TYPE, 'user-agent': AGENT };
	const named = assumptions.current.deliveryIdHeader && { 'x-webhook-delivery': id };
	const headers = { ...usual, ...named, ...chosen };
	const body = typeof content === 'string' ? content : JSON.stringify(content);
	const at = new Date().toISOString();
	const reply = await sender.ask(webhook.url, { headers, body }, signal);
	const { status, error } = reply;
	journal.addDelivery({
		webhookId: webhook.id,
		deliveryId: id,
		event: 'by hand',
		attempt: 1,
		status,
		error,
		at,
		body: maskBody(body),
		fault: null,
	});
	const mask = maskingKeyOf(webhook);
	return { status, error, headers: maskValue(reply.headers, mask), body: mask(reply.body) };
}

/** A receiver may repeat the key in a form that gives away no more that it is one. */
function maskingKeyOf({ url }: Webhook): (text: string) => string {
	const key = new URL(url).searchParams.get('key') ?? '';
	return (text) => maskText(key === '' ? text : text.replaceAll(key, '***'));
}
