import type { FastifyInstance } from 'fastify';
import { assumedChanges } from '../assumptions';
import type { Faults } from '../faults/faults';
import { faultRequest } from '../faults/schema';
import { readBody, readPath } from '../http/input';
import { rejectForeignRequest } from '../http/guard';
import type { Services } from '../services';
import { logRoutes } from './log';
import { recordRoutes, webhookRoutes } from './records';

/** The routes below /sandbox, which are not part of the API. */
export async function controlRoutes(app: FastifyInstance, services: Services): Promise<void> {
	const { account, assumptions, journal, queue } = services;
	app.addHook('onRequest', rejectForeignRequest);
	faultRoutes(app, services.faults);
	logRoutes(app, services);
	recordRoutes(app, services);
	webhookRoutes(app, services);

	app.get('/health', async () => ({ status: 'ok' }));
	app.get('/requests', async () => journal.requests());
	app.get('/deliveries', async () => journal.deliveries());
	app.get('/assumptions', async () => assumptions.current);
	app.patch('/assumptions', async (request) =>
		assumptions.change(readBody(request, assumedChanges)),
	);
	app.get('/account', async () => ({ email: account.email, n8nUrl: services.n8nUrl ?? null }));
	app.get('/account/secrets', async (_request, reply) => {
		reply.header('cache-control', 'no-store');
		return { password: account.password, token: account.token };
	});
	app.get('/idle', async () => {
		await queue.idle();
		return { idle: true };
	});
	app.post('/reset', async () => {
		reset(services);
		return { status: 'ok' };
	});
}

function faultRoutes(app: FastifyInstance, faults: Faults): void {
	app.get('/faults', async () => faults.list());
	app.post('/faults', async (request, reply) => {
		reply.code(201);
		return faults.add(readBody(request, faultRequest));
	});
	app.delete('/faults', async () => {
		faults.clear();
		return { status: 'ok' };
	});
	app.delete('/faults/:id', async (request) =>
		readPath(request, 'fault', (id) => faults.remove(id)),
	);
}

/** Back to the state of a fresh start, except for password and token. */
function reset({ queue, store, journal, account, faults, assumptions }: Services): void {
	queue.stop();
	store.reset();
	journal.clear();
	account.reset();
	faults.clear();
	assumptions.reset();
}
