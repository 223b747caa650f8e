import type { FastifyInstance } from 'fastify';
import { readBody } from '../http/body';
import { unknownRecord } from '../http/errors';
import { refuseForeign } from '../http/guard';
import { pathId } from '../http/pathId';
import { boardChanges, boardRequest, taskRequest } from '../schemas';
import type { Services } from '../services';
import { addBoard } from './boards';
import { streamFeed } from './events';

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
		const id = pathId(request, 'board');
		const board = store.boards.find(id);
		if (!board) throw unknownRecord('board', id, 'id');
		return store.boards.replace({ ...board, ...readBody(request, boardChanges) });
	});
	app.post('/tasks', async (request, reply) => {
		const task = tasks.create(readBody(request, taskRequest));
		reply.code(201);
		return task;
	});
}
