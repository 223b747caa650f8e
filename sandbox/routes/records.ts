import type { FastifyInstance } from 'fastify';
import { readBody, readPath, readRecord } from '../http/input';
import { unknownRecord } from '../http/errors';
import { newBoard, WORKSPACES, type Board } from '../records';
import {
	boardChanges,
	boardRequest,
	taskChanges,
	taskRequest,
	type BoardRequest,
} from '../schemas';
import type { Services } from '../services';
import type { Store } from '../store/store';

/** Boards and tasks without a token. */
export function recordRoutes(app: FastifyInstance, { store, tasks, assumptions }: Services): void {
	app.get('/boards', async () => store.boards.list());
	app.post('/boards', async (request, reply) => {
		reply.code(201);
		return addBoard(store, readRecord(request, boardRequest, assumptions.current));
	});
	app.patch('/boards/:id', async (request) => {
		const board = readPath(request, 'board', store.boards.find);
		return store.boards.replace({ ...board, ...readBody(request, boardChanges) });
	});
	app.get('/tasks', async () => store.tasks.list());
	app.post('/tasks', async (request, reply) => {
		reply.code(201);
		return tasks.create(readRecord(request, taskRequest, assumptions.current));
	});
	app.patch('/tasks/:id', async (request) => {
		const { id } = readPath(request, 'task', store.tasks.find);
		return tasks.edit(id, readBody(request, taskChanges));
	});
	app.delete('/tasks/:id', async (request) => {
		store.tasks.remove(readPath(request, 'task', store.tasks.find).id);
		return { status: 'ok' };
	});
}

export function addBoard({ boards }: Store, request: BoardRequest): Board {
	const board = newBoard(request);
	if (WORKSPACES.includes(board.workspace_id)) return boards.add(board);
	throw unknownRecord('workspace', board.workspace_id, 'workspace_id');
}
