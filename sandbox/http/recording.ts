import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Journal } from '../journal';
import type { Exchange } from '../log';
import { maskAuthorization, maskBody, maskValue } from '../mask';
import type { RecordedRequest } from '../records';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Whether the API document lists the route. */
		documented?: boolean;
	}
}

const MOST_KEPT = 16_384;
const CONTROL_PATH = /^\/sandbox(\/|$)/;
const PAGE_PATH = /^\/(boards\/[^/]+)?$/;

/** Journals each request on arrival, its body when read, its status before the answer leaves. */
export function recordRequests(app: FastifyInstance, journal: Journal): void {
	const exchanges = new WeakMap<FastifyRequest, Exchange<RecordedRequest>>();

	app.addHook('onRequest', async (request, reply) => {
		const exchange = begin(request);
		const { record } = exchange;
		if (CONTROL_PATH.test(record.path) || asksForPage(request)) return;
		exchanges.set(request, exchange);
		journal.addRequest(exchange);
		reply.raw.once('close', () => {
			record.ms = Math.round(reply.elapsedTime);
			if (!reply.raw.writableFinished) record.error = reasonOf(request);
			journal.announce(record);
		});
	});
	app.addHook('preValidation', async (request) => {
		const exchange = exchanges.get(request);
		if (!exchange) return;
		exchange.sent.body = String(request.body ?? '');
		exchange.record.body = maskBody(request.body);
		journal.announce(exchange.record);
	});
	app.addHook('onSend', async (request, reply, payload) => {
		const exchange = exchanges.get(request);
		if (!exchange) return;
		exchange.record.status = reply.statusCode;
		exchange.answer = { headers: headersOf(reply), body: startOf(String(payload ?? '')) };
	});
}

/** A browser that opens the sandbox's own page. Other requests to its paths are answered 404. */
export function asksForPage({ method, url, headers }: FastifyRequest): boolean {
	const [path = ''] = url.split('?');
	return method === 'GET' && PAGE_PATH.test(path) && /text\/html/.test(headers.accept ?? '');
}

const reasonOf = ({ fault }: FastifyRequest): string =>
	fault?.kind === 'reset' ? 'connection cut' : 'client left';

/** A copy, so that the whole can be forgotten. */
const startOf = (text: string): string =>
	text.length > MOST_KEPT ? `${Buffer.from(text.slice(0, MOST_KEPT)).toString()}…` : text;

const headersOf = (reply: FastifyReply): Record<string, unknown> => ({ ...reply.getHeaders() });

function begin(request: FastifyRequest): Exchange<RecordedRequest> {
	const { method, url, headers } = request;
	const record = {
		method,
		path: url.split('?')[0] ?? '',
		query: maskValue({ ...Object(request.query) }),
		status: null,
		error: null,
		ms: null,
		documented: request.routeOptions.config?.documented === true,
		authorization: maskAuthorization(headers.authorization),
		body: null,
		fault: request.fault?.id ?? null,
		at: new Date().toISOString(),
	};
	const address = `http://${headers.host}${url}`;
	return { record, method, url: address, sent: { headers, body: '' }, answer: null };
}
