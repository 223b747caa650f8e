/* eslint-disable @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { Pool } from 'undici';
import { call } from '../http/client';
import { generateLoad } from '../http/load';
import { chain, taskRows, rows, webhook } from '../n8n/workflow';
import type { Case, Client, Target } from './cases';
import type { BenchEnvironment } from './environment';
import { cpuMs, startService, type ServerProcess } from './process';
import type { Behavior } from './service';

export interface Run {
	/** Of the node, as n8n stores it. */
	wallMs: number;
	/** Of n8n for the whole execution. */
	cpuMs: number;
}

/** Can be run repeatedly. */
export interface PreparedCase extends Case {
	run(): Promise<Run>;
}

/** Cases with the same behavior share a service. */
export class Services {
	private readonly running = new Map<string, ServerProcess>();

	async start(behavior: Behavior): Promise<ServerProcess> {
		const key = JSON.stringify(behavior);
		const service = this.running.get(key) ?? (await startService(behavior));
		this.running.set(key, service);
		return service;
	}

	async stop(): Promise<void> {
		for (const { stop } of this.running.values()) await stop();
	}
}

/** Starts the service and publishes the workflow. */
export async function prepare(
	environment: BenchEnvironment,
	services: Services,
	one: Case,
): Promise<PreparedCase> {
	const service = await services.start(one.behavior);
	if (!('node' in one.client)) return { ...one, run: async () => await runUndici(service, one) };
	const target = await createTarget(environment, service);
	return { ...one, run: await prepareNode(environment, one.client, target, one) };
}

async function createTarget(
	environment: BenchEnvironment,
	{ url, token }: ServerProcess,
): Promise<Target> {
	const own = { baseUrl: url, apiToken: token };
	const wekan = { username: 'user', password: 'password', url };
	return {
		url,
		own: await environment.createCredential('workspaceTaskServiceApi', own),
		wekan: await environment.createCredential('wekanApi', wekan),
	};
}

/** The webhook responds when the execution ends, so nothing polls n8n meanwhile. */
async function prepareNode(
	environment: BenchEnvironment,
	client: Extract<Client, { node: unknown }>,
	target: Target,
	{ items }: Case,
): Promise<() => Promise<Run>> {
	const path = crypto.randomUUID();
	const measured = client.node(target);
	const workflow = chain(webhook(path), ...rows(taskRows(items)), measured);
	const id = await environment.publish(workflow);
	return async () => {
		const { finished } = environment.executions(id);
		const before = cpuMs(environment.n8n.pid);
		await call('POST', `${environment.n8n.url}/webhook/${path}`, { body: {} });
		const used = cpuMs(environment.n8n.pid) - before;
		await environment.finishedExecutions(id, finished + 1);
		const wallMs = await environment.nodeTimeMs(id, measured.name, items);
		return { wallMs, cpuMs: used };
	};
}

async function runUndici({ url, token }: ServerProcess, { client, items }: Case): Promise<Run> {
	const concurrency = 'undiciInFlight' in client ? client.undiciInFlight : 1;
	const pool = new Pool(url, { connections: concurrency });
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
	const before = process.cpuUsage();
	try {
		const { elapsedMs } = await generateLoad({ count: items, concurrency }, async (index) => {
			const body = JSON.stringify({ board_id: 1, title: `Item ${index}` });
			const response = await pool.request({ method: 'POST', path: '/api/v1/tasks', headers, body });
			await response.body.dump();
			if (response.statusCode !== 201) throw new Error(`A create failed: ${response.statusCode}`);
		});
		const { user, system } = process.cpuUsage(before);
		return { wallMs: elapsedMs, cpuMs: (user + system) / 1_000 };
	} finally {
		await pool.close();
	}
}
