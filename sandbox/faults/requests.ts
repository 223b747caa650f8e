import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Assumed } from '../assumptions';
import { pause } from '../pause';
import { firstHalf, responseOf } from './responses';
import { closeHalfway, closeSignal, resetConnection } from './connection';
import type { Services } from '../services';
import type { RequestFault } from './schema';

declare module 'fastify' {
	interface FastifyRequest {
		/** Chosen when the request arrives. */
		fault: RequestFault | null;
	}
}

const API_PATH = '/api/';

type Done = (error: Error | null, payload?: unknown) => void;

/**
 * Must be called before `recordRequests`, which records the fault and the status that the client
 * sees.
 */
export function injectFaults(
	app: FastifyInstance,
	{ faults, assumptions }: Pick<Services, 'faults' | 'assumptions'>,
): void {
	app.decorateRequest('fault', null);
	app.addHook('onRequest', async (request) => {
		const [path = ''] = request.url.split('?');
		if (path.startsWith(API_PATH)) request.fault = faults.forRequest(`${request.method} ${path}`);
	});
	app.addHook('preHandler', async ({ fault }, reply) => {
		if (fault?.when === 'before') await failBefore(fault, reply, assumptions.current);
	});
	app.addHook('onSend', ({ fault }, reply, payload, done: Done) => {
		if (!fault || fault.when === 'before') return done(null, payload);
		failAfter(fault, reply, { payload, assumed: assumptions.current, done });
	});
}

async function failBefore(
	fault: RequestFault,
	reply: FastifyReply,
	assumed: Assumed,
): Promise<void> {
	if (fault.kind === 'truncated') return;
	if (fault.kind === 'reset') return resetConnection(reply);
	if (fault.kind === 'slow') {
		const closed = closeSignal(reply);
		await pause(fault.delayMs, closed);
		if (closed.aborted) reply.hijack();
		return;
	}
	const { status, headers, body } = responseOf(fault, assumed, new Date());
	await reply.code(status).headers(headers).send(body);
}

/** Fastify sends nothing unless `done` is called. */
function failAfter(
	fault: RequestFault,
	reply: FastifyReply,
	{ payload, assumed, done }: { payload: unknown; assumed: Assumed; done: Done },
): void {
	const text = String(payload ?? '');
	if (fault.kind === 'truncated') return done(null, firstHalf(text));
	if (fault.kind === 'slow') {
		void pause(fault.delayMs, closeSignal(reply)).then(() => done(null, payload));
		return;
	}
	if (fault.kind === 'reset') {
		return fault.when === 'during' ? closeHalfway(reply, text) : resetConnection(reply);
	}
	const { status, headers, body } = responseOf(fault, assumed, new Date());
	reply.code(status).headers(headers);
	done(null, body);
}
