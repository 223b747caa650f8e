/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { setTimeout as delay } from 'node:timers/promises';
import { call } from '../http/client';
import { json, startServer } from '../http/server';
import {
	action,
	chain,
	CREATE_TASK,
	httpRequest,
	node,
	rows,
	taskRows,
	webhook,
	type WorkflowNode,
} from '../n8n/workflow';
import type { BenchEnvironment, UsedCredential } from './environment';
import { inRounds, medians, round, type Row } from './section';

const ITEMS = 1_000;
/** The first one is a warm-up: the median ignores it if it is slow. */
const ROUNDS = 3;

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

/** What a node costs that does nothing but evaluate one expression and send. */
const floor: Client = (_, credentials) =>
	node('Request Helper', 'CUSTOM.requestHelper', 1, { title: TITLE }, { credentials });

const CLIENTS: Record<string, Client> = {
	'This node': thisNode,
	Floor: floor,
	'HTTP Request': http,
};

interface Case {
	name: string;
	client: Client;
	/** How long a create takes. */
	delayMs: number;
}

const CASES: Case[] = [0, 50].flatMap((delayMs) =>
	Object.entries(CLIENTS).map(([name, client]) => ({ name, client, delayMs })),
);

/** Many creates, by client. */
export async function measureCreates(environment: BenchEnvironment): Promise<Row[]> {
	const service = await startService();
	try {
		const runs: Array<() => Promise<Run>> = [];
		for (const one of CASES) runs.push(await prepare(environment, service.url, one));
		const results = await inRounds(ROUNDS, runs, async (run) => await run());
		return withRatios(
			CASES.map(({ name, delayMs }, index) => {
				const { wallMs, cpuMs } = medians(results[index] ?? []);
				return {
					Service: `${delayMs} ms`,
					Client: name,
					Items: ITEMS,
					'ms per item': round(wallMs / ITEMS, 2),
					'CPU ms per item': round(cpuMs / ITEMS, 2),
				};
			}),
		);
	} finally {
		await service.close();
	}
}

/** It responds after the time that the path begins with, as in `/50/api/v1/tasks`. */
async function startService() {
	let created = 0;
	return await startServer(async ({ path, body }) => {
		const delayMs = Number(path.split('/')[1]);
		if (delayMs > 0) await delay(delayMs);
		return json({ ...JSON.parse(body), id: ++created }, 201);
	});
}

interface Run {
	/** Of the node, as n8n stores it. */
	wallMs: number;
	/** Of n8n for the whole execution. */
	cpuMs: number;
}

/**
 * Publishes the workflow. Its webhook responds when the execution ends, so nothing polls n8n
 * meanwhile.
 */
async function prepare(environment: BenchEnvironment, service: string, one: Case) {
	const url = `${service}/${one.delayMs}`;
	const credential = await environment.createCredential(TYPE, { baseUrl: url, apiToken: 'token' });
	const measured = one.client(url, credential);
	const path = crypto.randomUUID();
	const workflow = chain(webhook(path), ...rows(taskRows(ITEMS)), measured);
	const id = await environment.publish(workflow);
	return async (): Promise<Run> => {
		const { finished } = environment.executions(id);
		const before = environment.cpuMs();
		await call('POST', `${environment.n8n.url}/webhook/${path}`, { body: {} });
		const cpuMs = environment.cpuMs() - before;
		await environment.finishedExecutions(id, finished + 1);
		return { wallMs: await environment.nodeTimeMs(id, measured.name, ITEMS), cpuMs };
	};
}

/** The speed relative to the other clients at the same service time. */
function withRatios(measured: Row[]): Row[] {
	return measured.map((row) => {
		const timesAsFastAs = (name: string) => {
			const peer = measured.find((one) => one.Client === name && one.Service === row.Service);
			return round(Number(peer?.['ms per item']) / Number(row['ms per item']), 2);
		};
		const ratios = ['HTTP Request', 'Floor'].map((name) => [`${name} = 1`, timesAsFastAs(name)]);
		return { ...row, ...Object.fromEntries(ratios) };
	});
}
