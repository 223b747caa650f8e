import { randomUUID } from 'node:crypto';
import { z } from 'zod/v4';
import type { SentAttempt } from '../journal';
import { maskedResponse, type LogEntry } from '../log';
import type { Webhook } from '../records';
import type { Services } from '../services';
import { JSON_TYPE, USER_AGENT } from './message';

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const CONNECTION_HEADERS =
	/^(connection|content-length|expect|host|keep-alive|transfer-encoding|upgrade)$/;

const headerName = z
	.string()
	.regex(HEADER_NAME)
	.toLowerCase()
	.refine((name) => !CONNECTION_HEADERS.test(name));

/** POST /sandbox/webhooks/:id/deliveries. Text is sent unchanged, everything else as JSON. */
export const manualDelivery = z.strictObject({
	headers: z
		.record(headerName, z.string().regex(HEADER_VALUE, 'must be a header value'), {
			error: ({ code }) => (code === 'invalid_key' ? 'is not a header that can be set' : undefined),
		})
		.default({}),
	body: z.json({ error: 'must be text or JSON' }),
});

export async function sendManually(
	services: Services,
	webhook: Webhook,
	{ headers: custom, body }: z.infer<typeof manualDelivery>,
	signal: AbortSignal,
) {
	const { deliveryIdHeader } = services.assumptions.current;
	const deliveryId = custom['x-webhook-delivery'] ?? `dlv_${randomUUID()}`;
	const defaults = { 'content-type': JSON_TYPE, 'user-agent': USER_AGENT };
	const idHeader = deliveryIdHeader && { 'x-webhook-delivery': deliveryId };
	const event = custom['x-webhook-event'] ?? 'by hand';
	const message = {
		headers: { ...defaults, ...idHeader, ...custom },
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
	const next = { deliveryId, event, attempt: attempt + 1, message };
	return await sendOnce(services, webhook, next, signal);
}

/** Never retried, and also sent to a deactivated webhook. */
async function sendOnce(
	{ sender, journal }: Services,
	{ id: webhookId, url }: Webhook,
	attempt: Pick<SentAttempt, 'deliveryId' | 'event' | 'attempt' | 'message'>,
	signal: AbortSignal,
) {
	const at = new Date().toISOString();
	const result = await sender.send(url, attempt.message, signal);
	journal.addDelivery({ ...attempt, webhookId, url, result, at, fault: null });
	const { status, error } = result;
	return { status, error, ...maskedResponse(result, url) };
}
