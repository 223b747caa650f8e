import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { resend } from '../deliveries/manual';
import { closeSignal } from '../faults/connection';
import type { Feed } from '../feed';
import { unknownRecord } from '../http/errors';
import { pathId } from '../http/input';
import { logDetails, type LogEntry } from '../log';
import type { Services } from '../services';

const RECONNECT_AFTER_MS = 1_000;
/** A slower reader is disconnected; it reconnects and reads the log again. */
const MAX_UNREAD_BYTES = 4_194_304;

export function logRoutes(app: FastifyInstance, services: Services): void {
	const { feed, journal, store } = services;
	const entryOf = (request: FastifyRequest): LogEntry => {
		const number = pathId(request, 'log entry');
		const entry = journal.entry(number);
		if (!entry) throw unknownRecord('log entry', number, 'id');
		return entry;
	};

	app.get('/events', (request, reply) => streamFeed(feed, request, reply));
	app.get('/log', async () => journal.log());
	app.get('/log/:id', async (request) => logDetails(entryOf(request)));
	app.post('/log/:id/resend', async (request, reply) => {
		const entry = entryOf(request);
		const id = entry.kind === 'delivery' ? (entry.exchanges[0]?.record.webhookId ?? 0) : 0;
		const webhook = store.webhooks.find(id);
		if (entry.kind === 'request' || !webhook) throw unknownRecord('webhook', id, 'id');
		return await resend(services, webhook, entry, closeSignal(reply));
	});
}

/** Server-sent events: `start`, then `line`, `cleared` and `changed` as they happen. */
function streamFeed(feed: Feed, request: FastifyRequest, reply: FastifyReply): void {
	reply.hijack();
	const { raw } = reply;
	const send = (type: string, data: unknown) =>
		raw.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
	raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
	raw.write(`retry: ${RECONNECT_AFTER_MS}\n`);
	send('start', {});
	const unsubscribe = feed.subscribe((event) => {
		send(event.type, event.type === 'line' ? event.line : {});
		if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
	});
	request.raw.socket.once('close', unsubscribe);
}
