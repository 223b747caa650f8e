import type { FastifyInstance } from 'fastify';
import type { Faults } from '../faults/faults';
import { faultRequest } from '../faults/schema';
import { pathId, readBody } from '../http/input';
import { unknownRecord } from '../http/errors';

export function faultRoutes(app: FastifyInstance, faults: Faults): void {
	app.get('/faults', async () => faults.list());
	app.post('/faults', async (request, reply) => {
		reply.code(201);
		return faults.add(readBody(request, faultRequest));
	});
	app.delete('/faults', async () => {
		faults.clear();
		return { status: 'ok' };
	});
	app.delete('/faults/:id', async (request) => {
		const id = pathId(request, 'fault');
		if (faults.remove(id)) return { status: 'ok' };
		throw unknownRecord('fault', id, 'id');
	});
}
