import type { FastifyReply } from 'fastify';

/** Resets the connection; no byte of an answer leaves. */
export function cut(reply: FastifyReply): void {
	reply.hijack();
	reply.raw.socket?.resetAndDestroy();
}

/** Sends the head and half of the bytes it promises, then closes. An empty answer has no half. */
export function cutHalfway(reply: FastifyReply, text: string): void {
	const bytes = Buffer.from(text);
	if (bytes.length < 2) return cut(reply);
	const { raw } = reply;
	reply.hijack();
	for (const [name, value = ''] of Object.entries(reply.getHeaders())) raw.setHeader(name, value);
	raw.writeHead(reply.statusCode, { 'content-length': bytes.length });
	raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => raw.socket?.destroySoon());
}

/** Aborted when the client leaves or the sandbox closes. */
export function departureOf({ raw }: FastifyReply): AbortSignal {
	const departure = new AbortController();
	raw.once('close', () => departure.abort());
	if (raw.destroyed) departure.abort();
	return departure.signal;
}
