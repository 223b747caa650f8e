import fastify, { type FastifyInstance } from 'fastify';
import { injectFaults } from './faults/requests';
import { announceChanges } from './feed';
import { requireToken } from './http/authentication';
import { acceptAnyBody } from './http/body';
import { answerError, answerErrorAs, answerUnknownRoute } from './http/errors';
import { limitRate } from './http/rateLimit';
import { recordRequests } from './http/recording';
import { boardRoutes } from './routes/boards';
import { controlRoutes } from './routes/control';
import { loginRoute } from './routes/login';
import { pageRoutes } from './routes/page';
import { taskRoute } from './routes/tasks';
import { webhookRoute } from './routes/webhooks';
import type { Services } from './services';

/** The HTTP side of the sandbox, not yet listening. */
export function buildApp(services: Services): FastifyInstance {
	const app = fastify({
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		frameworkErrors: answerError,
	});
	acceptAnyBody(app);
	injectFaults(app, services);
	recordRequests(app, services.journal);
	announceChanges(app, services.feed);
	app.setErrorHandler(answerError);
	app.setNotFoundHandler(answerUnknownRoute);
	void app.register(async (api) => apiRoutes(api, services), { prefix: '/api/v1' });
	void app.register(async (control) => controlRoutes(control, services), { prefix: '/sandbox' });
	void app.register(async (page) => pageRoutes(page, services.store));
	return app;
}

function apiRoutes(api: FastifyInstance, services: Services): void {
	const { account, assumptions } = services;
	api.setErrorHandler(answerErrorAs(assumptions));
	api.setNotFoundHandler(answerUnknownRoute);
	api.addHook('onRequest', limitRate(assumptions));
	loginRoute(api, services);
	void api.register(async (authenticated) => {
		authenticated.addHook('preHandler', requireToken(account, assumptions));
		boardRoutes(authenticated, services);
		taskRoute(authenticated, services);
		webhookRoute(authenticated, services);
	});
}
