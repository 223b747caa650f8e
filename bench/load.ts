/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { cpus } from 'node:os';
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
	/** Shares of one core. `others` is all else on the machine, roughly. */
	serverCpuPercent: number;
	clientCpuPercent: number;
	othersCpuPercent: number;
}

/** What one client saw, and what it cost it. */
export interface Ride {
	latencies: number[];
	elapsedMs: number;
	/** CPU time of this process meanwhile. */
	clientCpuMs: number;
}

/** Creates tasks as fast as the server answers; ends early after a minute. */
export async function createTasks(server: Server, load: Load): Promise<Measurement> {
	const before = await usage(server);
	const { latencies, elapsedMs } = await ride(server, load);
	const after = await usage(server);
	const percent = (name: keyof typeof after) =>
		Math.round(((after[name] - before[name]) / elapsedMs) * 100);
	return {
		concurrency: load.concurrency,
		...summary(latencies, elapsedMs),
		serverCpuMicrosPerRequest: Math.round(
			((after.server - before.server) * 1_000) / latencies.length,
		),
		serverCpuPercent: percent('server'),
		clientCpuPercent: percent('client'),
		othersCpuPercent: Math.max(0, percent('machine') - percent('server') - percent('client')),
	};
}

export async function ride({ url, token }: Server, load: Load): Promise<Ride> {
	const pool = new Pool(url, { connections: load.concurrency });
	const latencies: number[] = [];
	const cpuBefore = ownCpuMs();
	const start = performance.now();
	let left = load.requests;
	const client = async () => {
		while (left-- > 0 && performance.now() - start < LONGEST_MS) {
			latencies.push(await createTask(pool, token));
		}
	};
	await Promise.all(Array.from({ length: load.concurrency }, client));
	const elapsedMs = performance.now() - start;
	const clientCpuMs = ownCpuMs() - cpuBefore;
	await pool.close();
	return { latencies, elapsedMs, clientCpuMs };
}

function ownCpuMs(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1_000;
}

/** CPU time so far, in milliseconds. */
async function usage(server: Server) {
	const busy = cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq);
	return {
		server: (await server.cpu()) / 1_000,
		client: ownCpuMs(),
		machine: busy.reduce((sum, core) => sum + core, 0),
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
