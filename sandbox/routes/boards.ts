import type { FastifyInstance } from 'fastify';
import { readBody, readQuery } from '../http/body';
import { answerCreated } from '../http/created';
import { unknownRecord } from '../http/errors';
import type { Board } from '../records';
import { boardRequest, boardsQuery, type BoardRequest } from '../schemas';
import type { Services } from '../services';
import { shapeBoards } from '../shapes/answers';
import type { BoardStore } from '../store/boards';

/** Assumed: a board without `workspace_id` goes to the account's first workspace. */
const DEFAULT_WORKSPACE_ID = 1;

/** API: GET and POST /api/v1/boards. */
export function boardRoutes(app: FastifyInstance, { store, assumptions }: Services): void {
	const { boards } = store;
	app.get('/boards', { config: { documented: true } }, async (request) =>
		shapeBoards(boards.list(readQuery(request, boardsQuery)), assumptions.current),
	);

	app.post('/boards', { config: { documented: true } }, async (request, reply) => {
		const board = addBoard(boards, readBody(request, boardRequest));
		return answerCreated(reply, board, assumptions.current);
	});
}

export function addBoard(boards: BoardStore, request: BoardRequest): Board {
	const { workspace_id = DEFAULT_WORKSPACE_ID, ...board } = request;
	if (!boards.hasWorkspace(workspace_id)) {
		throw unknownRecord('workspace', workspace_id, 'workspace_id');
	}
	return boards.add({ ...board, workspace_id });
}
