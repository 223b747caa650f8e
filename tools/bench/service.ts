/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { createLimiter, type Limit } from './limit';

/*
 * The service of a benchmark, in its own process. It parses requests, stores nothing and responds
 * after the service time. It also responds as Wekan does.
 */

export interface Behavior {
	/** How long a create takes. */
	delayMs: number;
	/** Maximum number of concurrent creates; unlimited by default. */
	workers?: number;
	/** Creates above it get a 429. */
	limit?: Limit & { sendsRetryAfter: boolean };
}

const behavior = JSON.parse(process.argv[2] ?? '{"delayMs":0}') as Behavior;
const { delayMs, workers = Infinity, limit } = behavior;
const waitMs = limit && createLimiter(limit);
/** At `/stats`. */
export interface Stats {
	created: number;
	refused: number;
	maxInFlight: number;
	/** The time of the first request, in milliseconds since 1970. */
	firstAt: number;
	latenciesMs: number[];
}

const stats: Stats = { created: 0, refused: 0, maxInFlight: 0, firstAt: 0, latenciesMs: [] };
let inFlight = 0;
let busy = 0;
const queue: Array<() => void> = [];

async function work(): Promise<void> {
	if (busy >= workers) await new Promise<void>((resolve) => queue.push(resolve));
	else busy += 1;
	if (delayMs > 0) await delay(delayMs);
	const next = queue.shift();
	if (next) next();
	else busy -= 1;
}

function respond(
	response: ServerResponse,
	status: number,
	body: unknown,
	headers: Record<string, string> = {},
): void {
	response.writeHead(status, { 'content-type': 'application/json', ...headers });
	response.end(JSON.stringify(body));
}

async function create(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const body = await json(request);
	const at = Date.now();
	stats.firstAt ||= at;
	const pauseMs = waitMs?.(at) ?? 0;
	if (pauseMs > 0) {
		stats.refused += 1;
		const seconds = String(Math.ceil(pauseMs / 1_000));
		const headers = limit?.sendsRetryAfter ? { 'retry-after': seconds } : undefined;
		return respond(response, 429, { error: 'Too many requests' }, headers);
	}
	stats.maxInFlight = Math.max(stats.maxInFlight, ++inFlight);
	await work();
	inFlight -= 1;
	stats.latenciesMs.push(Date.now() - at);
	const id = ++stats.created;
	respond(response, 201, { ...Object(body), id, _id: String(id) });
}

const server = createServer((request, response) => {
	if (request.url === '/users/login') return respond(response, 200, { id: 'user', token: 'token' });
	if (request.url === '/stats') return respond(response, 200, stats);
	create(request, response).catch(() => response.destroy());
});
// Longer than any pause between runs: closing a kept connection could break the next request.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
	const { port } = server.address() as AddressInfo;
	process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, token: 'token' })}\n`);
});
