/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { setTimeout as delay } from 'node:timers/promises';
import { json, startServer } from '../http/server';

let created = 0;

/**
 * The service of a benchmark. It responds after the service time, which the path begins with, as in
 * `/50/api/v1/tasks`. It also responds as Wekan does.
 */
export const startService = async () =>
	await startServer(async ({ path, body }) => {
		if (path.endsWith('/users/login')) return json({ id: 'user', token: 'token' });
		const delayMs = Number(path.split('/')[1]);
		if (delayMs > 0) await delay(delayMs);
		const id = ++created;
		return json({ ...JSON.parse(body), id, _id: String(id) }, 201);
	});
