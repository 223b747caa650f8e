import type { FastifyInstance } from 'fastify';
import { readBody } from '../http/body';
import { ApiError } from '../http/errors';
import { isLoopback } from '../loopback';
import { webhookRequest } from '../schemas';
import type { Store } from '../store/store';

/** API: POST /api/v1/webhooks. */
export function webhookRoute(app: FastifyInstance, { webhooks }: Store): void {
	app.post('/webhooks', { config: { documented: true } }, async (request, reply) => {
		const registration = readBody(request, webhookRequest);
		if (!isReachable(registration.url)) {
			const message = 'must be an https address (plain http only on a loopback host)';
			throw new ApiError(422, `url ${message}`, [{ field: 'url', message }]);
		}
		reply.code(201);
		return webhooks.add(registration);
	});
}

/** API: `url` is an HTTPS address. Assumed: http on loopback, so that a local n8n can listen. */
function isReachable(url: string): boolean {
	const { protocol, hostname } = new URL(url);
	if (protocol === 'https:') return true;
	return protocol === 'http:' && isLoopback(hostname);
}
