import type { FastifyInstance } from 'fastify';
import type { Assumptions } from '../assumptions/assumptions';
import { assumedChanges } from '../assumptions/schema';
import { readBody } from '../http/body';

/** The sandbox's own routes below /sandbox/assumptions: what the API document does not show. */
export function assumptionRoutes(app: FastifyInstance, assumptions: Assumptions): void {
	app.get('/assumptions', async () => assumptions.current);
	app.put('/assumptions', async (request) =>
		assumptions.replace(readBody(request, assumedChanges)),
	);
	app.patch('/assumptions', async (request) =>
		assumptions.change(readBody(request, assumedChanges)),
	);
}
