import type { FastifyInstance } from 'fastify';
import { manualDelivery, sendManually } from '../deliveries/manual';
import { closeSignal } from '../faults/connection';
import { readBody, readPath, readRecord } from '../http/input';
import { unknownRecord } from '../http/errors';
import { maskText } from '../mask';
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

export function webhookRoutes(app: FastifyInstance, services: Services): void {
	const { store, queue } = services;
	app.get('/webhooks', async () => listWebhooks(services));
	app.delete('/webhooks/:id', async (request) => {
		const { id } = readPath(request, 'webhook', store.webhooks.find);
		store.removeWebhook(id);
		queue.end(id);
		return { status: 'ok' };
	});
	app.post('/webhooks/:id/deliveries', async (request, reply) => {
		const webhook = readPath(request, 'webhook', store.webhooks.find);
		const delivery = readBody(request, manualDelivery);
		return await sendManually(services, webhook, delivery, closeSignal(reply));
	});
}

/** The keys in the URLs are masked. */
export const listWebhooks = ({ store, journal }: Services) =>
	store.webhooks.list().map((webhook) => ({
		...webhook,
		url: maskText(webhook.url),
		health: journal.health(webhook.id),
	}));
