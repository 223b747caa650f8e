import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Assumed } from '../assumptions';
import { pause } from '../pause';
import { responseOf } from './responses';
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
const never = () => new Promise<never>(() => undefined);

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
		if (!path.startsWith(API_PATH)) return;
		request.fault = faults.pick('request', `${request.method} ${path}`);
	});
	app.addHook('preHandler', async ({ fault }, reply) => {
		if (fault?.when !== 'before') return;
		const body = await apply(fault, reply, assumptions.current);
		if (body !== undefined) await reply.send(body);
	});
	app.addHook('onSend', async ({ fault }, reply, payload) => {
		if (!fault || fault.when === 'before') return payload;
		const usual = String(payload ?? '');
		return (await apply(fault, reply, assumptions.current, usual)) ?? payload;
	});
}

/**
 * @param usual the body of the response
 * @returns what replaces it, if anything; it does not return once the connection is closed, since
 * Fastify would write to it
 */
async function apply(
	fault: RequestFault,
	reply: FastifyReply,
	assumed: Assumed,
	usual = '',
): Promise<string | undefined> {
	if (fault.kind === 'truncated') return usual.slice(0, Math.floor(usual.length / 2));
	if (fault.kind === 'slow') {
		const closed = closeSignal(reply);
		await pause(fault.delayMs, closed);
		return closed.aborted ? await never() : undefined;
	}
	if (fault.kind === 'reset') {
		if (fault.when === 'during') closeHalfway(reply, usual);
		else resetConnection(reply);
		return await never();
	}
	const { status, headers, body } = responseOf(fault, assumed, new Date());
	reply.code(status).headers(headers);
	return body;
}
