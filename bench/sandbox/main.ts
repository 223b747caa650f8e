/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { request } from 'undici';
import { createTasks } from '../load';
import { startServer, type Server } from '../server';
import { table, type Row } from './table';

const root = path.join(__dirname, '../..');
const RESULTS = path.join(root, 'bench/results/sandbox.json');
const PEER = path.join(__dirname, 'peer.ts');
const SANDBOX = path.join(root, 'sandbox/main.ts');

const WARM_UP = { requests: 5_000, concurrency: 16 };
const CONCURRENCIES = [1, 16, 64];
const REQUESTS = 20_000;
const REQUESTS_WITH_WEBHOOK = 5_000;

async function main(): Promise<void> {
	const machine = { cores: availableParallelism(), node: process.versions.node };
	const peer = await startServer(PEER);
	const rows = [
		...(await measure('bare fastify', peer, REQUESTS)),
		...(await withSandbox((sandbox) => measure('sandbox', sandbox, REQUESTS))),
		...(await withSandbox(async (sandbox) => {
			await subscribe(sandbox, peer.url);
			return await measure('sandbox, webhook', sandbox, REQUESTS_WITH_WEBHOOK, idle);
		})),
	];
	await peer.stop();
	process.stdout.write(`${JSON.stringify(machine)}\n${table(rows)}\n`);
	await writeFile(RESULTS, `${JSON.stringify({ machine, rows }, null, '\t')}\n`);
}

async function withSandbox<T>(work: (sandbox: Server) => Promise<T>): Promise<T> {
	const sandbox = await startServer(SANDBOX, '--json', '--port', '0');
	try {
		return await work(sandbox);
	} finally {
		await sandbox.stop();
	}
}

async function measure(
	name: string,
	server: Server,
	requests: number,
	settle?: (server: Server) => Promise<void>,
): Promise<Row[]> {
	const rows: Row[] = [];
	await createTasks(server, WARM_UP);
	await settle?.(server);
	for (const concurrency of CONCURRENCIES) {
		const start = performance.now();
		const measurement = await createTasks(server, { requests, concurrency });
		await settle?.(server);
		const seconds = (performance.now() - start) / 1_000;
		const notificationsPerSecond = settle ? Math.round(measurement.requests / seconds) : null;
		rows.push({ server: name, ...measurement, notificationsPerSecond });
	}
	return rows;
}

async function subscribe({ url, token }: Server, receiver: string): Promise<void> {
	await request(`${url}/api/v1/webhooks`, {
		method: 'POST',
		headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		body: JSON.stringify({ url: receiver, events: ['task.created'] }),
	});
}

/** Until every notification is delivered. */
async function idle({ url }: Server): Promise<void> {
	const { statusCode, body } = await request(`${url}/sandbox/idle`);
	await body.dump();
	if (statusCode !== 200) throw new Error('The notifications were not delivered in time');
}

void main();
