import type { FastifyInstance } from 'fastify';
import { sendManually, manualDelivery } from '../deliveries/manual';
import { sampleEvent } from '../events';
import { closeSignal } from '../faults/connection';
import { readBody, readPath } from '../http/input';
import { maskText } from '../mask';
import type { Services } from '../services';

export function webhookControlRoutes(app: FastifyInstance, services: Services): void {
	const { assumptions, store, queue } = services;
	app.get('/webhooks', async () => listWebhooks(services));
	app.delete('/webhooks/:id', async (request) => {
		const { id } = readPath(request, 'webhook', store.webhooks.find);
		store.removeWebhook(id);
		queue.end(id);
		return { status: 'ok' };
	});
	app.post('/webhooks/:id/deliveries', async (request, reply) => {
		const webhook = readPath(request, 'webhook', store.webhooks.find);
		const delivery = readBody(request, manualDelivery);
		return await sendManually(services, webhook, delivery, closeSignal(reply));
	});
	app.get<{ Params: { event: string } }>('/samples/:event', async ({ params }) =>
		sampleEvent(params.event, store, assumptions.current),
	);
}

/** The keys in the URLs are masked. */
export const listWebhooks = ({ store, journal }: Services) =>
	store.webhooks.list().map((webhook) => ({
		...webhook,
		url: maskText(webhook.url),
		health: journal.health(webhook.id),
	}));
