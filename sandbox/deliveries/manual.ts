import { z } from 'zod/v4';
import { maskedResponse } from '../log';
import type { Webhook } from '../records';
import type { Services } from '../services';
import { JSON_TYPE, newDeliveryId, USER_AGENT } from '../shapes/notification';

/** POST /sandbox/webhooks/:id/deliveries. Text is sent unchanged, everything else as JSON. */
export const manualDelivery = z.strictObject({
	headers: z.record(z.string().toLowerCase(), z.string()).default({}),
	body: z.json({ error: 'must be text or JSON' }),
});

/** Never retried, and also sent to a deactivated webhook. */
export async function sendManually(
	{ sender, journal, assumptions }: Services,
	{ id: webhookId, url }: Webhook,
	{ headers: custom, body }: z.infer<typeof manualDelivery>,
	signal: AbortSignal,
) {
	const deliveryId = custom['x-webhook-delivery'] ?? newDeliveryId();
	const event = custom['x-webhook-event'] ?? 'by hand';
	const message = {
		headers: {
			'content-type': JSON_TYPE,
			'user-agent': USER_AGENT,
			...(assumptions.current.deliveryIdHeader && { 'x-webhook-delivery': deliveryId }),
			...custom,
		},
		body: typeof body === 'string' ? body : JSON.stringify(body),
	};
	const at = new Date().toISOString();
	const result = await sender.send(url, message, signal);
	const sent = { webhookId, deliveryId, event, attempt: 1, at, fault: null };
	journal.addDelivery({ ...sent, url, message, result });
	const { status, error } = result;
	return { status, error, ...maskedResponse(result, url) };
}
