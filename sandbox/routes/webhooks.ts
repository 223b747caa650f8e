import type { FastifyInstance } from 'fastify';
import type { Assumed } from '../assumptions/schema';
import { readBody } from '../http/body';
import { answerCreated } from '../http/created';
import { ApiError } from '../http/errors';
import { isLoopback } from '../loopback';
import { webhookRequest, type WebhookRequest } from '../schemas';
import type { Services } from '../services';
import { shapeWebhook } from '../shapes/answers';
import type { Store } from '../store/store';

/** API: POST /api/v1/webhooks. */
export function webhookRoute(app: FastifyInstance, { store, assumptions }: Services): void {
	app.post('/webhooks', { config: { documented: true } }, async (request, reply) => {
		const registration = readBody(request, webhookRequest);
		const { current } = assumptions;
		requireReachable(registration, current);
		if (current.duplicateWebhooks === 'refused') refuseDuplicate(registration, store);
		const webhook = shapeWebhook(store.webhooks.add(registration), current);
		return answerCreated(reply, webhook, current);
	});
}

/** API: `url` is an HTTPS address. Assumed: http on loopback, so that a local n8n can listen. */
function requireReachable({ url }: WebhookRequest, { httpsOnLoopback }: Assumed): void {
	const { protocol, hostname } = new URL(url);
	if (protocol === 'https:') return;
	if (protocol === 'http:' && isLoopback(hostname) && !httpsOnLoopback) return;
	const exception = httpsOnLoopback ? '' : ' (plain http only on a loopback host)';
	const message = `must be an https address${exception}`;
	throw new ApiError(422, `url ${message}`, [{ field: 'url', message }]);
}

function refuseDuplicate({ url }: WebhookRequest, { webhooks }: Store): void {
	if (!webhooks.list().some((webhook) => webhook.url === url && webhook.active)) return;
	const message = 'is already registered';
	throw new ApiError(409, `url ${message}`, [{ field: 'url', message }]);
}
