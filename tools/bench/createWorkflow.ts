import { setTimeout as delay } from 'node:timers/promises';
import { call } from '../http/client';
import { json, startServer } from '../http/server';
import {
	action,
	chain,
	CREATE_TASK,
	httpRequest,
	rows,
	taskRows,
	webhook,
	type WorkflowNode,
} from '../n8n/workflow';
import type { BenchEnvironment, UsedCredential } from './environment';

const TITLE = '={{ $json.title }}';
const TYPE = 'workspaceTaskServiceApi';

/** A node that creates one task per item. */
type Client = (url: string, credentials: UsedCredential) => WorkflowNode;

const thisNode: Client = (_, credentials) =>
	action({ ...CREATE_TASK, boardId: { __rl: true, mode: 'id', value: '1' } }, { credentials });

/** n8n's HTTP Request node with this package's credential. */
const http: Client = (url, credentials) =>
	httpRequest(
		{
			method: 'POST',
			url: `${url}/api/v1/tasks`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: TYPE,
			sendBody: true,
			bodyParameters: {
				parameters: [
					{ name: 'title', value: TITLE },
					{ name: 'board_id', value: '1' },
				],
			},
		},
		{ credentials },
	);

export const CLIENTS: Record<string, Client> = {
	'This node': thisNode,
	'HTTP Request': http,
};

export interface Case {
	name: string;
	client: Client;
	items: number;
	/** How long a create takes. */
	delayMs: number;
}

/** It responds after the time that the path begins with, as in `/50/api/v1/tasks`. */
export async function startService() {
	let created = 0;
	return await startServer(async ({ path, body }) => {
		const delayMs = Number(path.split('/')[1]);
		if (delayMs > 0) await delay(delayMs);
		return json({ ...JSON.parse(body), id: ++created }, 201);
	});
}

export interface Run {
	/** Of the node, as n8n stores it. */
	wallMs: number;
	/** Of n8n for the whole execution. */
	cpuMs: number;
}

/**
 * Publishes the workflow. Its webhook responds when the execution ends, so nothing polls n8n
 * meanwhile.
 */
export async function prepare(environment: BenchEnvironment, service: string, one: Case) {
	const url = `${service}/${one.delayMs}`;
	const credential = await environment.createCredential(TYPE, { baseUrl: url, apiToken: 'token' });
	const measured = one.client(url, credential);
	const path = crypto.randomUUID();
	const workflow = chain(webhook(path), ...rows(taskRows(one.items)), measured);
	const id = await environment.publish(workflow);
	return async (): Promise<Run> => {
		const { finished } = environment.executions(id);
		const before = environment.cpuMs();
		await call('POST', `${environment.n8n.url}/webhook/${path}`, { body: {} });
		const cpuMs = environment.cpuMs() - before;
		await environment.finishedExecutions(id, finished + 1);
		return { wallMs: await environment.nodeTimeMs(id, measured.name, one.items), cpuMs };
	};
}
