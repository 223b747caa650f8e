import type { FastifyInstance } from 'fastify';
import { readBody, readQuery } from '../http/body';
import { answerCreated } from '../http/created';
import { unknownRecord } from '../http/errors';
import { boardRequest, boardsQuery } from '../schemas';
import type { Services } from '../services';
import { shapeBoards } from '../shapes/answers';

/** Assumed: a board without `workspace_id` goes to the account's first workspace. */
const DEFAULT_WORKSPACE_ID = 1;

/** API: GET and POST /api/v1/boards. */
export function boardRoutes(app: FastifyInstance, { store, assumptions }: Services): void {
	const { boards } = store;
	app.get('/boards', { config: { documented: true } }, async (request) =>
		shapeBoards(boards.list(readQuery(request, boardsQuery)), assumptions.current),
	);

	app.post('/boards', { config: { documented: true } }, async (request, reply) => {
		const { workspace_id = DEFAULT_WORKSPACE_ID, ...board } = readBody(request, boardRequest);
		if (!boards.hasWorkspace(workspace_id)) {
			throw unknownRecord('workspace', workspace_id, 'workspace_id');
		}
		const created = boards.add({ ...board, workspace_id });
		return answerCreated(reply, created, assumptions.current);
	});
}
