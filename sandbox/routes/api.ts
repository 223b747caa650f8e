import type { FastifyInstance } from 'fastify';
import { requireToken } from '../http/authentication';
import { ApiError, answerErrorAs, answerUnknownRoute } from '../http/errors';
import { readBody, readQuery } from '../http/input';
import { limitRate } from '../http/rateLimit';
import { boardRequest, boardsQuery, loginRequest, taskRequest } from '../schemas';
import type { Services } from '../services';
import { answerCreated, shapeBoards, shapeSession } from '../shapes/answers';
import { addBoard } from './records';
import { webhookRoute } from './webhooks';

const config = { documented: true };

/** What the API document shows, below /api/v1. */
export async function apiRoutes(app: FastifyInstance, services: Services): Promise<void> {
	const { account, assumptions } = services;
	app.setErrorHandler(answerErrorAs(assumptions));
	app.setNotFoundHandler(answerUnknownRoute);
	app.addHook('onRequest', limitRate(assumptions));

	/* Assumed: no Authorization header needed, 401 on a refusal. */
	app.post('/auth/login', { config }, async (request) => {
		const session = account.logIn(readBody(request, loginRequest));
		if (!session) throw new ApiError(401, 'The e-mail address or the password is wrong');
		return shapeSession(session, assumptions.current);
	});
	void app.register(async (authenticated) => {
		authenticated.addHook('preHandler', requireToken(account, assumptions));
		recordRoutes(authenticated, services);
		webhookRoute(authenticated, services);
	});
}

function recordRoutes(app: FastifyInstance, { store, tasks, assumptions }: Services): void {
	app.get('/boards', { config }, async (request) =>
		shapeBoards(store.boards.list(readQuery(request, boardsQuery)), assumptions.current),
	);
	app.post('/boards', { config }, async (request, reply) => {
		const board = addBoard(store.boards, readBody(request, boardRequest));
		return answerCreated(reply, board, assumptions.current);
	});
	app.post('/tasks', { config }, async (request, reply) => {
		const task = tasks.create(readBody(request, taskRequest));
		return answerCreated(reply, task, assumptions.current);
	});
}
