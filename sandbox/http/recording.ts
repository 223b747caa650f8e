import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Journal } from '../journal';
import { maskAuthorization, maskBody, maskValue } from '../mask';
import type { RecordedRequest } from '../records';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Whether the API document lists the route. */
		documented?: boolean;
	}
}

const CONTROL_PATH = /^\/sandbox(\/|$)/;
const PAGE_PATH = /^\/(boards\/[^/]+)?$/;

/** Journals each request on arrival, its body when read, its status before the answer leaves. */
export function recordRequests(app: FastifyInstance, journal: Journal): void {
	const records = new WeakMap<FastifyRequest, RecordedRequest>();

	app.addHook('onRequest', async (request) => {
		const record = begin(request);
		if (CONTROL_PATH.test(record.path) || asksForPage(request)) return;
		records.set(request, record);
		journal.addRequest(record);
	});
	app.addHook('preValidation', async (request) => {
		const record = records.get(request);
		if (!record) return;
		record.body = maskBody(request.body);
		journal.announce(record);
	});
	app.addHook('onSend', async (request, reply) => {
		const record = records.get(request);
		if (!record) return;
		record.status = reply.statusCode;
		journal.announce(record);
	});
}

/** A browser that opens the sandbox's own page. Other requests to its paths are answered 404. */
export function asksForPage({ method, url, headers }: FastifyRequest): boolean {
	const [path = ''] = url.split('?');
	return method === 'GET' && PAGE_PATH.test(path) && /text\/html/.test(headers.accept ?? '');
}

function begin(request: FastifyRequest): RecordedRequest {
	return {
		method: request.method,
		path: request.url.split('?')[0] ?? '',
		query: maskValue({ ...Object(request.query) }),
		status: null,
		documented: request.routeOptions.config?.documented === true,
		authorization: maskAuthorization(request.headers.authorization),
		body: null,
		fault: request.fault?.id ?? null,
		at: new Date().toISOString(),
	};
}
