import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendManually, manualDelivery } from '../deliveries/manual';
import { sampleEvent } from '../events';
import { closeSignal } from '../faults/connection';
import { pathId, readBody } from '../http/input';
import { unknownRecord } from '../http/errors';
import { maskText } from '../mask';
import type { Health, Webhook } from '../records';
import type { Services } from '../services';

export function webhookControlRoutes(app: FastifyInstance, services: Services): void {
	const { assumptions, store, queue } = services;
	app.get('/webhooks', async () => listWebhooks(services));
	app.delete('/webhooks/:id', async (request) => {
		const { id } = webhookOf(request, services);
		store.transaction(() => store.webhooks.remove(id));
		queue.end(id);
		return { status: 'ok' };
	});
	app.post('/webhooks/:id/deliveries', async (request, reply) => {
		const webhook = webhookOf(request, services);
		const delivery = readBody(request, manualDelivery);
		return await sendManually(services, webhook, delivery, closeSignal(reply));
	});
	app.get<{ Params: { event: string } }>('/samples/:event', async ({ params }) =>
		sampleEvent(params.event, store, assumptions.current),
	);
}

/** The keys in the URLs are masked. */
export function listWebhooks({
	store,
	journal,
}: Pick<Services, 'store' | 'journal'>): Array<Webhook & { health: Health | null }> {
	return store.webhooks.list().map((webhook) => ({
		...webhook,
		url: maskText(webhook.url),
		health: journal.health(webhook.id),
	}));
}

function webhookOf(request: FastifyRequest, { store }: Pick<Services, 'store'>): Webhook {
	const id = pathId(request, 'webhook');
	const webhook = store.webhooks.find(id);
	if (!webhook) throw unknownRecord('webhook', id, 'id');
	return webhook;
}
