import type { FastifyInstance } from 'fastify';
import { pathId, readBody, readRecord } from '../http/input';
import { unknownRecord } from '../http/errors';
import {
	boardChanges,
	boardRequest,
	taskChanges,
	taskRequest,
	type BoardRequest,
} from '../schemas';
import type { Board } from '../records';
import type { Services } from '../services';
import type { BoardStore } from '../store/boards';

/** Boards and tasks without a token. */
export function recordRoutes(app: FastifyInstance, { store, tasks, assumptions }: Services): void {
	app.get('/boards', async () => store.boards.list({ archived: true }));
	app.post('/boards', async (request, reply) => {
		const board = addBoard(store.boards, readRecord(request, boardRequest, assumptions.current));
		reply.code(201);
		return board;
	});
	app.patch('/boards/:id', async (request) => {
		const id = pathId(request, 'board');
		const { archived } = readBody(request, boardChanges);
		const board = store.boards.archive(id, archived);
		if (!board) throw unknownRecord('board', id, 'id');
		return board;
	});
	app.get('/tasks', async () => store.tasks.list());
	app.post('/tasks', async (request, reply) => {
		const task = tasks.create(readRecord(request, taskRequest, assumptions.current));
		reply.code(201);
		return task;
	});
	app.patch('/tasks/:id', async (request) =>
		tasks.edit(pathId(request, 'task'), readBody(request, taskChanges)),
	);
	app.delete('/tasks/:id', async (request) => {
		const id = pathId(request, 'task');
		if (store.tasks.remove(id)) return { status: 'ok' };
		throw unknownRecord('task', id, 'id');
	});
}

/** Assumed: without `workspace_id`, the account's first workspace. */
export function addBoard(boards: BoardStore, request: BoardRequest): Board {
	const { workspace_id = 1, ...board } = request;
	if (!boards.hasWorkspace(workspace_id)) {
		throw unknownRecord('workspace', workspace_id, 'workspace_id');
	}
	return boards.add({ ...board, workspace_id });
}
