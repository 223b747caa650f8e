/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/*
 * The service of a benchmark, in its own process. It parses requests, stores nothing and responds
 * after the service time, which the path begins with: `/50/api/v1/tasks`. It also responds as Wekan
 * does.
 */

let created = 0;

function respond(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(JSON.stringify(body));
}

async function create(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const body = await json(request);
	const delayMs = Number(request.url?.split('/')[1]);
	if (delayMs > 0) await delay(delayMs);
	const id = ++created;
	respond(response, 201, { ...Object(body), id, _id: String(id) });
}

const server = createServer((request, response) => {
	if (request.url?.endsWith('/users/login'))
		return respond(response, 200, { id: 'user', token: 'token' });
	create(request, response).catch(() => response.destroy());
});
// Longer than any pause between runs: closing a kept connection could break the next request.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
	const { port } = server.address() as AddressInfo;
	process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, token: 'token' })}\n`);
});
