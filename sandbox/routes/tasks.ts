import type { FastifyInstance } from 'fastify';
import { readBody } from '../http/body';
import { answerCreated } from '../http/created';
import { taskRequest } from '../schemas';
import type { Services } from '../services';

/** API: POST /api/v1/tasks. */
export function taskRoute(app: FastifyInstance, { tasks, assumptions }: Services): void {
	app.post('/tasks', { config: { documented: true } }, async (request, reply) => {
		const task = tasks.create(readBody(request, taskRequest));
		return answerCreated(reply, task, assumptions.current);
	});
}
