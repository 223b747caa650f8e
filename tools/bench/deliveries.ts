import { deliver } from '../http/client';
import { generateLoad } from '../http/load';
import { json, startServer, type ScriptedServer } from '../http/server';
import { chain, node, noOp, trigger, type WorkflowNode } from '../n8n/workflow';
import type { BenchEnvironment } from './environment';
import { inRounds, medians, round, type Row } from './section';

const SETTINGS = [
	{ name: 'default', isLazy: false, count: 40 },
	{ name: 'lazy isolates', isLazy: true, count: 200 },
];
const ROUNDS = 3;
/** More events than n8n can process. */
const IN_FLIGHT = 10;

interface Case {
	workflowId: string;
	/** Receives the deliveries. */
	url: string;
	/** With what the trigger checks. */
	token?: string;
}

let lastId = 0;

/** Deliveries per second, by trigger. */
export async function measureDeliveries(environment: BenchEnvironment): Promise<Row[]> {
	// Accepts every registration, also that of GitLab.
	const service = await startServer(json({ id: 1 }, 201));
	try {
		const names = ['This trigger', 'GitLab Trigger'];
		const cases = [
			await publish(environment, service, await ownTrigger(environment, service.url)),
			await publish(environment, service, await gitlabTrigger(environment, service.url)),
		];
		const rows: Row[] = [];
		for (const { name, isLazy, count } of SETTINGS) {
			await environment.restart({ N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: String(isLazy) });
			const load = async (one: Case) => await run(environment, one, count);
			for (const one of cases) await load(one);
			const results = await inRounds(ROUNDS, cases, load);
			for (const [index, runs] of results.entries()) {
				const { perSecond, cpuMs } = medians(runs);
				const figures = { 'Finished per s': round(perSecond), 'CPU ms': round(cpuMs) };
				rows.push({ n8n: name, Trigger: names[index] ?? '', ...figures });
			}
		}
		return rows;
	} finally {
		await service.close();
	}
}

async function ownTrigger(environment: BenchEnvironment, baseUrl: string): Promise<WorkflowNode> {
	const data = { baseUrl, apiToken: 'token' };
	const credentials = await environment.createCredential('workspaceTaskServiceApi', data);
	return trigger({ events: ['task.created'] }, { credentials });
}

async function gitlabTrigger(environment: BenchEnvironment, server: string): Promise<WorkflowNode> {
	const data = { server, accessToken: 'token' };
	const credentials = await environment.createCredential('gitlabApi', data);
	const parameters = { owner: 'owner', repository: 'repository', events: ['issues'] };
	return node('GitLab', 'n8n-nodes-base.gitlabTrigger', 1, parameters, { credentials });
}

async function publish(
	environment: BenchEnvironment,
	service: ScriptedServer,
	first: WorkflowNode,
): Promise<Case> {
	const workflowId = await environment.publish(chain(first, noOp()));
	const registered = JSON.parse(service.requests.at(-1)?.body ?? '{}') as Omit<Case, 'workflowId'>;
	return { ...registered, workflowId };
}

/** Sends deliveries and waits for the executions that they start. */
async function run(environment: BenchEnvironment, { workflowId, url, token }: Case, count: number) {
	const { finished } = environment.executions(workflowId);
	const cpuBefore = environment.cpuMs();
	const start = Date.now();
	await generateLoad({ count, concurrency: IN_FLIGHT }, async () => {
		const { status } = await deliver(url, createDelivery(token));
		if (status !== 200) throw new Error(`n8n responded to a delivery with ${status}`);
	});
	const ended = await environment.finishedExecutions(workflowId, finished + count);
	if (ended.failed > 0) throw new Error(`${ended.failed} executions failed`);
	const perSecond = (count / (Number(ended.lastEndMs) - start)) * 1_000;
	return { perSecond, cpuMs: (environment.cpuMs() - cpuBefore) / count };
}

function createDelivery(token?: string) {
	lastId += 1;
	const task = { id: lastId, title: `Item ${lastId}`, board_id: 1, due_date: '2030-01-31' };
	const body = JSON.stringify({ event: 'task.created', event_id: `${lastId}`, data: { task } });
	const headers = { 'content-type': 'application/json' };
	return { body, headers: token === undefined ? headers : { ...headers, 'x-gitlab-token': token } };
}
