/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { Pool } from 'undici';
import type { Server } from './server';

const LONGEST_MS = 60_000;
const CREATED = 201;
const BODY = JSON.stringify({
	title: 'Write the release notes',
	board_id: 1,
	description: 'For the next version',
	due_date: '2030-01-31',
	priority: 'high',
});

export interface Load {
	requests: number;
	/** How many are open at once, each on its own connection. */
	concurrency: number;
}

export interface Measurement extends Load {
	requestsPerSecond: number;
	p50Ms: number;
	p99Ms: number;
	/** CPU time of the server, whatever else it did meanwhile included. */
	serverCpuMicrosPerRequest: number;
	/** Of one core. */
	serverCpuPercent: number;
	clientCpuPercent: number;
}

/** Creates tasks as fast as the server answers; ends early after a minute. */
export async function createTasks(server: Server, load: Load): Promise<Measurement> {
	const pool = new Pool(server.url, { connections: load.concurrency });
	const latencies: number[] = [];
	const [serverBefore, clientBefore] = [await server.cpu(), process.cpuUsage()];
	const start = performance.now();
	let left = load.requests;
	const client = async () => {
		while (left-- > 0 && performance.now() - start < LONGEST_MS) {
			latencies.push(await createTask(pool, server.token));
		}
	};
	await Promise.all(Array.from({ length: load.concurrency }, client));
	const elapsedMs = performance.now() - start;
	const clientCpu = process.cpuUsage(clientBefore);
	const serverCpu = (await server.cpu()) - serverBefore;
	await pool.close();
	return {
		concurrency: load.concurrency,
		...summary(latencies, elapsedMs),
		serverCpuMicrosPerRequest: Math.round(serverCpu / latencies.length),
		serverCpuPercent: Math.round(serverCpu / elapsedMs / 10),
		clientCpuPercent: Math.round((clientCpu.user + clientCpu.system) / elapsedMs / 10),
	};
}

async function createTask(pool: Pool, token: string): Promise<number> {
	const sent = performance.now();
	const { statusCode, body } = await pool.request({
		method: 'POST',
		path: '/api/v1/tasks',
		headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		body: BODY,
	});
	await body.dump();
	if (statusCode !== CREATED) throw new Error(`A task was answered with ${statusCode}`);
	return performance.now() - sent;
}

function summary(latencies: number[], elapsedMs: number) {
	const sorted = latencies.sort((one, other) => one - other);
	const at = (share: number) => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2));
	return {
		requests: sorted.length,
		requestsPerSecond: Math.round((sorted.length / elapsedMs) * 1_000),
		p50Ms: at(0.5),
		p99Ms: at(0.99),
	};
}
