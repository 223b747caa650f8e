import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Assumed } from '../assumptions';
import { ApiError, errorHandler, rejectUnknownRoute } from '../http/errors';
import { readBody, readRecord } from '../http/input';
import { limitRate } from '../http/rateLimit';
import type { Board } from '../records';
import { boardRequest, boardsQuery, loginRequest, taskRequest, type BoardsQuery } from '../schemas';
import type { Services } from '../services';
import { sendCreated, shapeBoards, shapeSession } from '../shapes/responses';
import type { Store } from '../store/store';
import { addBoard } from './records';
import { webhookRoute } from './webhooks';

const BEARER = /^Bearer (\S+)$/i;
const config = { documented: true };

/** What the API document shows, below /api/v1. */
export async function apiRoutes(app: FastifyInstance, services: Services): Promise<void> {
	const { account, assumptions } = services;
	app.setErrorHandler(errorHandler(assumptions));
	app.setNotFoundHandler(rejectUnknownRoute);
	app.addHook('onRequest', limitRate(assumptions));

	// Assumed: no Authorization header needed, 401 for wrong credentials.
	app.post('/auth/login', { config }, async (request) => {
		const session = account.logIn(readBody(request, loginRequest));
		if (!session) throw new ApiError(401, 'The email address or the password is wrong');
		return shapeSession(session, assumptions.current);
	});
	void app.register(async (authenticated) => {
		authenticated.addHook('preHandler', requireToken(services));
		recordRoutes(authenticated, services);
		webhookRoute(authenticated, services);
	});
}

function recordRoutes(app: FastifyInstance, { store, tasks, assumptions }: Services): void {
	app.get('/boards', { config }, async (request) =>
		shapeBoards(
			listBoards(store, boardsQuery.parse({ ...Object(request.query) })),
			assumptions.current,
		),
	);
	app.post('/boards', { config }, async (request, reply) => {
		const board = addBoard(store, readRecord(request, boardRequest, assumptions.current));
		return sendCreated(reply, board, assumptions.current);
	});
	app.post('/tasks', { config }, async (request, reply) => {
		const task = tasks.create(readRecord(request, taskRequest, assumptions.current));
		return sendCreated(reply, task, assumptions.current);
	});
}

function listBoards({ boards }: Store, { workspace_id, archived }: BoardsQuery): Board[] {
	const shown = boards.list().filter((board) => archived || !board.archived);
	if (workspace_id === undefined) return shown;
	return shown.filter((board) => board.workspace_id === workspace_id);
}

/** API: `Authorization: Bearer <API_TOKEN>`. The 401 is assumed. */
function requireToken({ account, assumptions }: Services) {
	return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
		const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
		if (token && account.accepts(token)) return requirePlan(assumptions.current);
		reply.header('www-authenticate', 'Bearer');
		throw new ApiError(401, token ? 'The API token is not valid' : 'An API token is required');
	};
}

/** API: tokens are for the Premium, Business and Enterprise plans. The refusal is assumed. */
function requirePlan({ planRefusal }: Assumed): void {
	if (planRefusal === null) return;
	throw new ApiError(planRefusal, 'API access needs a Premium, Business or Enterprise plan');
}
