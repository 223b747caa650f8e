import { randomUUID } from 'node:crypto';
import { z } from 'zod/v4';
import { shownAnswer, type LogEntry } from '../log';
import type { Webhook } from '../records';
import type { Services } from '../services';
import { AGENT, JSON_TYPE } from './message';

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

/** Sends a body of one's own. */
export async function deliverByHand(
	services: Services,
	webhook: Webhook,
	{ headers: chosen, body }: z.infer<typeof handDeliveryRequest>,
	signal: AbortSignal,
) {
	const { deliveryIdHeader } = services.assumptions.current;
	const deliveryId = chosen['x-webhook-delivery'] ?? `dlv_${randomUUID()}`;
	const usual = { 'content-type': JSON_TYPE, 'user-agent': AGENT };
	const named = deliveryIdHeader && { 'x-webhook-delivery': deliveryId };
	const event = chosen['x-webhook-event'] ?? 'by hand';
	const message = {
		headers: { ...usual, ...named, ...chosen },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	};
	return await sendOnce(services, webhook, { deliveryId, event, attempt: 1, message }, signal);
}

/** Sends the same bytes as the last attempt of a delivery. */
export async function resend(
	services: Services,
	webhook: Webhook,
	{ exchanges }: LogEntry & { kind: 'delivery' },
	signal: AbortSignal,
) {
	const [last] = exchanges.slice(-1);
	const { deliveryId = '', event = '', attempt = 0 } = last?.record ?? {};
	const message = { headers: {}, body: '', ...Object(last?.sent) };
	const again = { deliveryId, event, attempt: attempt + 1, message };
	return await sendOnce(services, webhook, again, signal);
}

/** Whatever comes back, it is not retried. The webhook may have ended. */
async function sendOnce(
	{ sender, journal }: Services,
	{ id: webhookId, url }: Webhook,
	facts: Pick<
		Parameters<typeof journal.addDelivery>[0],
		'deliveryId' | 'event' | 'attempt' | 'message'
	>,
	signal: AbortSignal,
) {
	const at = new Date().toISOString();
	const reply = await sender.send(url, facts.message, signal);
	journal.addDelivery({ ...facts, webhookId, url, reply, at, fault: null });
	const { status, error } = reply;
	return { status, error, ...shownAnswer(reply, url) };
}
