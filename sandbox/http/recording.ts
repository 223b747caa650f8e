import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Journal } from '../journal';
import type { LogEntry } from '../log';
import { maskAuthorization, maskBody, maskValue } from '../mask';
import type { RecordedRequest } from '../records';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Whether the API document lists the route. */
		documented?: boolean;
	}
}

/** Of each body in the log. */
const MAX_CHARACTERS = 16_384;
const CONTROL_PATH = /^\/sandbox(\/|$)/;
const PAGE_PATH = /^\/(boards\/[^/]+)?$/;

/** Records a request when it arrives, its body once read, its status before the response is sent. */
export function recordRequests(app: FastifyInstance, journal: Journal): void {
	const entries = new WeakMap<FastifyRequest, LogEntry>();

	app.addHook('onRequest', async (request, reply) => {
		const exchange = startExchange(request);
		const { record } = exchange;
		if (CONTROL_PATH.test(record.path) || isPageRequest(request)) return;
		const entry = journal.add(exchange);
		entries.set(request, entry);
		reply.raw.once('close', () => {
			record.ms = Math.round(reply.elapsedTime);
			if (!reply.raw.writableFinished) record.error = reasonOf(request);
			journal.announce();
		});
	});
	app.addHook('preValidation', async (request) => {
		const entry = entries.get(request);
		if (!entry) return;
		entry.sent.body = copyStart(request.body);
		entry.record.body = maskBody(request.body);
		journal.announce();
	});
	app.addHook('onSend', async (request, reply, payload) => {
		const entry = entries.get(request);
		if (!entry) return;
		entry.record.status = reply.statusCode;
		entry.response = { headers: { ...reply.getHeaders() }, body: copyStart(payload) };
	});
}

/** A browser that opens the page. Other requests to its paths get a 404. */
export function isPageRequest({ method, url, headers }: FastifyRequest): boolean {
	const [path = ''] = url.split('?');
	return method === 'GET' && PAGE_PATH.test(path) && /text\/html/.test(headers.accept ?? '');
}

const reasonOf = ({ fault }: FastifyRequest): string =>
	fault?.kind === 'reset' ? 'connection cut' : 'client left';

function copyStart(body: unknown): string {
	const text = String(body ?? '');
	if (text.length <= MAX_CHARACTERS) return text;
	// A slice would keep the whole text in memory.
	return `${Buffer.from(text.slice(0, MAX_CHARACTERS)).toString()}…`;
}

function startExchange(request: FastifyRequest) {
	const { method, url, headers } = request;
	const record: RecordedRequest = {
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
	const fullUrl = `http://${headers.host}${url}`;
	const sent = { headers, body: '' };
	return { kind: 'request' as const, record, url: fullUrl, sent, response: null };
}
