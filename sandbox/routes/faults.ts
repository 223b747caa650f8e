import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import type { Faults } from '../faults/faults';
import { faultRequest, seedRequest } from '../faults/schema';
import { readBody } from '../http/body';
import { ApiError } from '../http/errors';

const faultPath = z.object({ id: z.coerce.number().int() });

/** The sandbox's own routes below /sandbox/faults: what is to go wrong. */
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
		const path = faultPath.safeParse(request.params);
		if (path.success && faults.remove(path.data.id)) return { status: 'ok' };
		throw new ApiError(404, 'There is no such fault');
	});
	app.get('/faults/seed', async () => ({ seed: faults.seed }));
	app.put('/faults/seed', async (request) => {
		faults.reseed(readBody(request, seedRequest).seed);
		return { seed: faults.seed };
	});
}
