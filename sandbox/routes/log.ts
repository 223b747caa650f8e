import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Feed } from '../feed';
import { readPath } from '../http/input';
import { logDetails } from '../log';
import type { Services } from '../services';

const RECONNECT_AFTER_MS = 1_000;
/** A slower reader is disconnected; it reconnects and reads the log again. */
const MAX_UNREAD_BYTES = 4_194_304;

export function logRoutes(app: FastifyInstance, { feed, journal }: Services): void {
	app.get('/events', (request, reply) => streamFeed(feed, request, reply));
	app.get('/log', async () => journal.log());
	app.get('/log/:id', async (request) => logDetails(readPath(request, 'log entry', journal.entry)));
}

/** Server-sent events: `start`, then those of the feed as they happen. */
function streamFeed(feed: Feed, request: FastifyRequest, reply: FastifyReply): void {
	reply.hijack();
	const { raw } = reply;
	const send = (type: string, data: object) => {
		raw.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
		if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
	};
	raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
	raw.write(`retry: ${RECONNECT_AFTER_MS}\n`);
	send('start', {});
	const unsubscribe = feed.subscribe(send);
	request.raw.socket.once('close', unsubscribe);
}
