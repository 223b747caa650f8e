import type { FastifyInstance, FastifyRequest } from 'fastify';
import { deliverByHand, handDeliveryRequest } from '../deliveries/byHand';
import { departureOf } from '../faults/connection';
import { readBody } from '../http/body';
import { unknownRecord } from '../http/errors';
import { pathId } from '../http/pathId';
import { maskText } from '../mask';
import type { Webhook } from '../records';
import type { Services } from '../services';

/** The sandbox's own routes below /sandbox/webhooks: the API document shows none but registering. */
export function webhookControlRoutes(app: FastifyInstance, services: Services): void {
	const { store, queue } = services;
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
}

/** What was registered, without the keys in the addresses. */
export function listWebhooks({ store }: Pick<Services, 'store'>): Webhook[] {
	return store.webhooks.list().map((webhook) => ({ ...webhook, url: maskText(webhook.url) }));
}

function webhookOf(request: FastifyRequest, { store }: Pick<Services, 'store'>): Webhook {
	const id = pathId(request, 'webhook');
	const webhook = store.webhooks.find(id);
	if (!webhook) throw unknownRecord('webhook', id, 'id');
	return webhook;
}
