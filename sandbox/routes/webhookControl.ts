import type { FastifyInstance, FastifyRequest } from 'fastify';
import { deliverByHand, handDeliveryRequest } from '../deliveries/once';
import { sampleOf } from '../events';
import { departureOf } from '../faults/connection';
import { pathId, readBody } from '../http/input';
import { unknownRecord } from '../http/errors';
import { maskText } from '../mask';
import type { Health, Webhook } from '../records';
import type { Services } from '../services';

/** The sandbox's own routes below /sandbox/webhooks: the API document shows none but registering. */
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
		const delivery = readBody(request, handDeliveryRequest);
		return await deliverByHand(services, webhook, delivery, departureOf(reply));
	});
	app.get<{ Params: { event: string } }>('/samples/:event', async ({ params }) =>
		sampleOf(params.event, store, assumptions.current),
	);
}

/** What was registered and how it fared, without the keys in the addresses. */
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
