/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import fastify from 'fastify';

/*
 * The upper limit here: a bare fastify that reads the same body, stores nothing and answers with a
 * task. It is the receiver of webhooks too.
 */
const app = fastify({ forceCloseConnections: true });
app.post('*', async ({ body }, reply) => {
	reply.code(201);
	return { id: 1, ...Object(body) };
});

process.once('SIGTERM', () => void app.close());
void app.listen({ host: '127.0.0.1', port: 0 }).then((url) => {
	process.stdout.write(`${JSON.stringify({ url })}\n`);
});
