import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Feed } from '../feed';
import { readPath } from '../http/input';
import { logDetails } from '../log';
import type { Services } from '../services';

const RECONNECT_AFTER_MS = 1_000;

export function logRoutes(app: FastifyInstance, { feed, journal }: Services): void {
	app.get('/events', (request, reply) => streamFeed(feed, request, reply));
	app.get('/log', async () => journal.log());
	app.get('/log/:id', async (request) => logDetails(readPath(request, 'log entry', journal.entry)));
}

/** A server-sent event for each of the feed. */
function streamFeed(feed: Feed, request: FastifyRequest, reply: FastifyReply): void {
	reply.hijack();
	const { raw } = reply;
	raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
	raw.write(`retry: ${RECONNECT_AFTER_MS}\n\n`);
	const unsubscribe = feed.subscribe(() => raw.write('data: changed\n\n'));
	request.raw.socket.once('close', unsubscribe);
}
