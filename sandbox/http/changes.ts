import type { FastifyInstance } from 'fastify';
import type { Feed } from '../feed';

/** Tells the page to read again after each accepted write, on any route. */
export function announceChanges(app: FastifyInstance, feed: Feed): void {
	app.addHook('onResponse', async (request, reply) => {
		if (request.method !== 'GET' && reply.statusCode < 400) feed.changed();
	});
}
