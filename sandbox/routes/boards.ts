import type { FastifyInstance } from 'fastify';
import { readBody, readQuery } from '../http/body';
import { unknownRecord } from '../http/errors';
import type { Board } from '../records';
import { boardRequest, boardsQuery, type BoardRequest } from '../schemas';
import type { BoardStore } from '../store/boards';
import type { Store } from '../store/store';

/** Assumed: a board without `workspace_id` goes to the account's first workspace. */
const DEFAULT_WORKSPACE_ID = 1;

/** API: GET and POST /api/v1/boards. */
export function boardRoutes(app: FastifyInstance, { boards }: Store): void {
	app.get('/boards', { config: { documented: true } }, async (request) =>
		boards.list(readQuery(request, boardsQuery)),
	);

	app.post('/boards', { config: { documented: true } }, async (request, reply) => {
		const board = addBoard(boards, readBody(request, boardRequest));
		reply.code(201);
		return board;
	});
}

export function addBoard(boards: BoardStore, request: BoardRequest): Board {
	const { workspace_id = DEFAULT_WORKSPACE_ID, ...board } = request;
	if (!boards.hasWorkspace(workspace_id)) {
		throw unknownRecord('workspace', workspace_id, 'workspace_id');
	}
	return boards.add({ ...board, workspace_id });
}
