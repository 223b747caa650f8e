import type { FastifyInstance } from 'fastify';
import { readBody } from '../http/body';
import { taskRequest } from '../schemas';
import type { Tasks } from '../tasks';

/** API: POST /api/v1/tasks. */
export function taskRoute(app: FastifyInstance, tasks: Tasks): void {
	app.post('/tasks', { config: { documented: true } }, async (request, reply) => {
		const task = tasks.create(readBody(request, taskRequest));
		reply.code(201);
		return task;
	});
}
