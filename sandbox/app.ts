import fastify, { type FastifyInstance } from 'fastify';
import { injectFaults } from './faults/requests';
import { announceChanges } from './feed';
import { acceptAnyBody } from './http/input';
import { answerError, answerUnknownRoute } from './http/errors';
import { recordRequests } from './http/recording';
import { apiRoutes } from './routes/api';
import { controlRoutes } from './routes/control';
import { pageRoutes } from './routes/page';
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
	void app.register((api) => apiRoutes(api, services), { prefix: '/api/v1' });
	void app.register((control) => controlRoutes(control, services), { prefix: '/sandbox' });
	void app.register((page) => pageRoutes(page, services.store));
	return app;
}
