import type { FastifyReply } from 'fastify';

/** Resets the connection before any byte of the response is sent. */
export function resetConnection(reply: FastifyReply): void {
	reply.hijack();
	reply.raw.socket?.resetAndDestroy();
}

/** Closes after half of the announced bytes. An empty response has no half. */
export function closeHalfway(reply: FastifyReply, text: string): void {
	const bytes = Buffer.from(text);
	if (bytes.length < 2) return resetConnection(reply);
	const { raw } = reply;
	reply.hijack();
	for (const [name, value = ''] of Object.entries(reply.getHeaders())) raw.setHeader(name, value);
	raw.writeHead(reply.statusCode, { 'content-length': bytes.length });
	raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => raw.socket?.destroySoon());
}

/** Aborted when the client disconnects or the sandbox closes. */
export function closeSignal({ raw }: FastifyReply): AbortSignal {
	const controller = new AbortController();
	raw.once('close', () => controller.abort());
	if (raw.destroyed) controller.abort();
	return controller.signal;
}
