/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import fastify from 'fastify';

/*
 * Stands in for the service, as lean as it can be: it reads what it gets, stores nothing, and
 * answers after the service time. Wekan's paths are the peer's.
 */
const { values } = parseArgs({
	options: {
		/** The service time of a create, in milliseconds. */
		delay: { type: 'string', default: '0' },
		/** How many boards the account has. */
		boards: { type: 'string', default: '1' },
	},
});
const serviceTimeMs = Number(values.delay);

const work = async () => {
	if (serviceTimeMs > 0) await delay(serviceTimeMs);
};

const boards = JSON.stringify(
	Array.from({ length: Number(values.boards) }, (_, index) => ({
		id: index + 1,
		name: `Board ${index + 1}`,
		workspace_id: (index % 50) + 1,
	})),
);

let created = 0;
const app = fastify({ forceCloseConnections: true });

app.post('/api/v1/tasks', async ({ body }, reply) => {
	await work();
	reply.code(201);
	return { id: ++created, ...Object(body) };
});
app.get('/api/v1/boards', (_request, reply) => {
	void reply.type('application/json').send(boards);
});
app.post('/api/v1/webhooks', async ({ body }, reply) => {
	reply.code(201);
	return { id: ++created, ...Object(body) };
});

app.post('/users/login', async () => ({ id: 'user', token: 'wekan-token' }));
app.post('/api/boards/:board/lists/:list/cards', async () => {
	await work();
	return { _id: String(++created) };
});

process.once('SIGTERM', () => void app.close());
void app.listen({ host: '127.0.0.1', port: 0 }).then((url) => {
	process.stdout.write(`${JSON.stringify({ url, token: 'bench-token' })}\n`);
});
