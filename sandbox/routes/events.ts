import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Feed, FeedEntry, FeedEvent } from '../feed';

const RECONNECT_AFTER_MS = 1_000;
const MOST_BODY_CHARACTERS = 20_000;
/** A reader with more unread data is disconnected; it reconnects and gets the latest entries. */
const MOST_UNREAD_BYTES = 4_194_304;

/**
 * Server-sent events: first `start` with the latest entries of the log, then `entry`, `cleared`
 * and `changed` as they happen.
 */
export function streamFeed(feed: Feed, request: FastifyRequest, reply: FastifyReply): void {
	reply.hijack();
	const { raw } = reply;
	raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
	raw.write(`retry: ${RECONNECT_AFTER_MS}\n`);
	send(raw, 'start', feed.latest().map(withShortBody));
	const unsubscribe = feed.subscribe((event) => {
		send(raw, event.type, contentOf(event));
		if (raw.writableLength > MOST_UNREAD_BYTES) raw.destroy();
	});
	request.raw.socket.once('close', unsubscribe);
}

function contentOf(event: FeedEvent): unknown {
	return event.type === 'entry' ? withShortBody(event.entry) : {};
}

/** Cuts a long body down to the start of its text. */
function withShortBody({ number, kind, record }: FeedEntry) {
	const text = JSON.stringify(record.body);
	if (text.length <= MOST_BODY_CHARACTERS) return { number, kind, record, cut: false };
	const body = text.slice(0, MOST_BODY_CHARACTERS);
	return { number, kind, record: { ...record, body }, cut: true };
}

function send(raw: FastifyReply['raw'], event: string, data: unknown): void {
	raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
