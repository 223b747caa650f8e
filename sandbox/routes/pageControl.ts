import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { readBody } from '../http/body';
import { ApiError, unknownRecord } from '../http/errors';
import { refuseForeign } from '../http/guard';
import { boardChanges, boardRequest, taskRequest } from '../schemas';
import type { Services } from '../services';
import { addBoard } from './boards';
import { streamFeed } from './events';

const boardPath = z.object({ id: z.coerce.number().int() });

/** What the page works with. Like the API's routes, without a token. */
export async function pageControlRoutes(app: FastifyInstance, services: Services): Promise<void> {
	const { account, feed, store, tasks } = services;
	app.addHook('onRequest', refuseForeign);

	app.get('/events', (request, reply) => streamFeed(feed, request, reply));
	app.get('/account', async () => ({ email: account.email }));
	app.get('/account/secrets', async (_request, reply) => {
		reply.header('cache-control', 'no-store');
		return { password: account.password, token: account.token };
	});
	app.get('/boards', async () => store.boards.list({ archived: true }));
	app.post('/boards', async (request, reply) => {
		const board = addBoard(store.boards, readBody(request, boardRequest));
		reply.code(201);
		return board;
	});
	app.patch('/boards/:id', async (request) => {
		const path = boardPath.safeParse(request.params);
		if (!path.success) throw new ApiError(404, 'A board id is an integer');
		const board = store.boards.find(path.data.id);
		if (!board) throw unknownRecord('board', path.data.id, 'id');
		return store.boards.replace({ ...board, ...readBody(request, boardChanges) });
	});
	app.post('/tasks', async (request, reply) => {
		const task = tasks.create(readBody(request, taskRequest));
		reply.code(201);
		return task;
	});
}
