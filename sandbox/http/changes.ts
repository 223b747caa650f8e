import type { FastifyInstance } from 'fastify';
import type { Feed } from '../feed';

/** Whoever watches looks again after each accepted write, whichever route it went to. */
export function announceChanges(app: FastifyInstance, feed: Feed): void {
	app.addHook('onResponse', async (request, reply) => {
		if (request.method !== 'GET' && reply.statusCode < 400) feed.changed();
	});
}
