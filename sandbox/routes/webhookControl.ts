import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { deliverByHand, handDeliveryRequest } from '../deliveries/byHand';
import { departureOf } from '../faults/connection';
import { readBody } from '../http/body';
import { ApiError, unknownRecord } from '../http/errors';
import { maskText } from '../mask';
import type { Webhook } from '../records';
import type { Services } from '../services';

const webhookPath = z.object({ id: z.coerce.number().int() });

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

function webhookOf({ params }: FastifyRequest, { store }: Pick<Services, 'store'>): Webhook {
	const path = webhookPath.safeParse(params);
	if (!path.success) throw new ApiError(404, 'A webhook id is an integer');
	const webhook = store.webhooks.find(path.data.id);
	if (!webhook) throw unknownRecord('webhook', path.data.id, 'id');
	return webhook;
}
