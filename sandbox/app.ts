import fastify, { type FastifyInstance } from 'fastify';
import { injectFaults } from './faults/requests';
import { acceptAnyBody } from './http/input';
import { defaultErrorHandler, rejectUnknownRoute } from './http/errors';
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
		frameworkErrors: defaultErrorHandler,
	});
	acceptAnyBody(app);
	injectFaults(app, services);
	recordRequests(app, services.journal);
	app.addHook('onResponse', async ({ method }, { statusCode }) => {
		if (method !== 'GET' && statusCode < 400) services.feed.emit();
	});
	app.setErrorHandler(defaultErrorHandler);
	app.setNotFoundHandler(rejectUnknownRoute);
	void app.register((api) => apiRoutes(api, services), { prefix: '/api/v1' });
	void app.register((control) => controlRoutes(control, services), { prefix: '/sandbox' });
	void app.register((page) => pageRoutes(page, services.store));
	return app;
}
