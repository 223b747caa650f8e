import { call } from '../http/client';
import type { ScriptedServer } from '../http/server';
import { chain, taskRows, rows, webhook } from '../n8n/workflow';
import type { Case, Target } from './cases';
import type { BenchEnvironment } from './environment';
import { cpuMs } from './process';

interface Run {
	/** Of the node, as n8n stores it. */
	wallMs: number;
	/** Of n8n for the whole execution. */
	cpuMs: number;
}

/** Can be run repeatedly. */
export interface PreparedCase extends Case {
	run(): Promise<Run>;
}

/** Publishes the workflow. */
export async function prepare(
	environment: BenchEnvironment,
	service: ScriptedServer,
	one: Case,
): Promise<PreparedCase> {
	const url = `${service.url}/${one.delayMs}`;
	const own = { baseUrl: url, apiToken: 'token' };
	const wekan = { username: 'user', password: 'password', url };
	const target = {
		url,
		own: await environment.createCredential('workspaceTaskServiceApi', own),
		wekan: await environment.createCredential('wekanApi', wekan),
	};
	return { ...one, run: await prepareNode(environment, target, one) };
}

/** The webhook responds when the execution ends, so nothing polls n8n meanwhile. */
async function prepareNode(
	environment: BenchEnvironment,
	target: Target,
	{ client, items }: Case,
): Promise<() => Promise<Run>> {
	const path = crypto.randomUUID();
	const measured = client(target);
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
