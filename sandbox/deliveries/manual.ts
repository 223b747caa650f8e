import { z } from 'zod/v4';
import { maskedResponse } from '../log';
import { newTask, type Webhook } from '../records';
import type { Services } from '../services';
import {
	createBody,
	createMessage,
	JSON_TYPE,
	newDeliveryId,
	USER_AGENT,
	type HttpMessage,
} from '../shapes/notification';

/** POST /sandbox/webhooks/:id/deliveries. Text is sent unchanged, everything else as JSON. */
export const manualDelivery = z.strictObject({
	headers: z.record(z.string().toLowerCase(), z.string()).default({}),
	body: z.json({ error: 'must be text or JSON' }),
});

/** An event of any type, also one that never occurs, about the latest task. */
export function sampleEvent(event: string, { store, assumptions }: Services): HttpMessage {
	const sample = { id: 1, ...newTask({ title: 'A task', board_id: 1 }) };
	const task = store.tasks.list().at(-1) ?? sample;
	const body = createBody(event, task, store.boards.find(task.board_id), assumptions.current);
	return createMessage({ deliveryId: newDeliveryId(), event, body }, assumptions.current);
}

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
