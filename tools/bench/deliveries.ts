import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from 'simple-statistics';
import { deliver } from '../http/client';
import { generateLoad, type LoadOptions } from '../http/load';
import { json, startServer, type ScriptedServer } from '../http/server';
import { chain, node, noOp, trigger, type WorkflowNode } from '../n8n/workflow';
import type { BenchEnvironment } from './environment';
import { inRounds, medians, round, type Row } from './section';

interface Settings {
	name: string;
	env: NodeJS.ProcessEnv;
	/** Deliveries per run. */
	count: number;
	/** After each response, so that n8n keeps up and responses do not queue. */
	pauseMs: number;
}

const SETTINGS: Settings[] = [
	{
		name: 'default',
		env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'false' },
		count: 40,
		pauseMs: 100,
	},
	{
		name: 'lazy isolates',
		env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
		count: 200,
		pauseMs: 20,
	},
];
const ROUNDS = 3;
/** More events than n8n can process. */
const IN_FLIGHT = 10;

interface Case {
	name: string;
	workflowId: string;
	/** Receives the deliveries. */
	url: string;
	/** With what the trigger checks. */
	headers?: Record<string, string>;
	event: string;
	startsExecutions: boolean;
}

const SELECTED = { event: 'task.created', startsExecutions: true };
const NOT_SELECTED = { event: 'task.updated', startsExecutions: false };

let lastId = 0;

/** Deliveries per second, and response times. */
export async function measureDeliveries(environment: BenchEnvironment): Promise<Row[]> {
	const service = await startServer(json({ id: 1 }, 201));
	try {
		const cases = await publishTriggers(environment, service);
		const rows: Row[] = [];
		for (const settings of SETTINGS) {
			await environment.restart(settings.env);
			rows.push(...(await measureSettings(environment, settings, cases)));
		}
		return rows;
	} finally {
		await service.close();
	}
}

/**
 * This package's trigger, n8n's own GitLab Trigger as its peer, and n8n's Webhook node.
 * @param service accepts every registration, also those of GitLab
 */
async function publishTriggers(
	environment: BenchEnvironment,
	service: ScriptedServer,
): Promise<Case[]> {
	const publish = async (first: WorkflowNode) => ({
		workflowId: await environment.publish(chain(first, noOp())),
		registered: JSON.parse(service.requests.at(-1)?.body ?? '{}') as Record<string, string>,
	});
	const own = await publish(await ownTrigger(environment, service.url));
	const gitlab = await publish(await gitlabTrigger(environment, service.url));
	const path = crypto.randomUUID();
	const responds = { httpMethod: 'POST', responseMode: 'onReceived', options: {} };
	const webhook = await publish(
		node('Webhook', 'n8n-nodes-base.webhook', 2.1, { path, ...responds }),
	);
	const ownCase = { workflowId: own.workflowId, url: own.registered.url ?? '' };
	const { url: gitlabUrl = '', token = '' } = gitlab.registered;
	const gitlabCase = { workflowId: gitlab.workflowId, url: gitlabUrl };
	const webhookUrl = `${environment.n8n.url}/webhook/${path}`;
	return [
		{ name: 'This trigger', ...ownCase, ...SELECTED },
		{ name: 'GitLab Trigger', ...gitlabCase, headers: { 'x-gitlab-token': token }, ...SELECTED },
		{ name: 'Webhook node', workflowId: webhook.workflowId, url: webhookUrl, ...SELECTED },
		{ name: 'This trigger, event not selected', ...ownCase, ...NOT_SELECTED },
	];
}

async function ownTrigger(environment: BenchEnvironment, baseUrl: string) {
	const data = { baseUrl, apiToken: 'token' };
	const credentials = await environment.createCredential('workspaceTaskServiceApi', data);
	return trigger({ events: ['task.created'] }, { credentials });
}

async function gitlabTrigger(environment: BenchEnvironment, server: string) {
	const data = { server, accessToken: 'token' };
	const credentials = await environment.createCredential('gitlabApi', data);
	const parameters = { owner: 'owner', repository: 'repository', events: ['issues'] };
	return node('GitLab', 'n8n-nodes-base.gitlabTrigger', 1, parameters, { credentials });
}

async function measureSettings(
	environment: BenchEnvironment,
	{ name, count, pauseMs }: Settings,
	cases: Case[],
): Promise<Row[]> {
	const load = async (one: Case) => await run(environment, one, { count, concurrency: IN_FLIGHT });
	for (const one of cases) await load(one);
	const loads = await inRounds(ROUNDS, cases, load);
	const calm = await inRounds(ROUNDS, cases, async (one) => {
		return await run(environment, one, { count: count / 2, concurrency: 1, pauseMs });
	});
	return cases.map((one, index) => {
		const { finishedPerSecond, cpu } = medians((loads[index] ?? []).map(({ figures }) => figures));
		const responsesMs = (calm[index] ?? []).flatMap((each) => each.responsesMs);
		return {
			n8n: name,
			Trigger: one.name,
			'Finished per s': round(finishedPerSecond),
			'CPU ms': round(cpu),
			'Response p50, ms': round(quantile(responsesMs, 0.5)),
			'Response p99, ms': round(quantile(responsesMs, 0.99)),
		};
	});
}

/** Sends deliveries and waits for the executions that they start. */
async function run(
	environment: BenchEnvironment,
	{ workflowId, url, headers, event, startsExecutions }: Case,
	{ pauseMs = 0, ...load }: LoadOptions & { pauseMs?: number },
) {
	const { finished } = environment.executions(workflowId);
	const cpuBefore = environment.cpuMs();
	const start = Date.now();
	const responsesMs = await generateLoad(load, async () => {
		const sent = performance.now();
		const { status } = await deliver(url, delivery(event, headers));
		if (status !== 200) throw new Error(`n8n responded to a delivery with ${status}`);
		const responseMs = performance.now() - sent;
		if (pauseMs > 0) await delay(pauseMs);
		return responseMs;
	});
	const loadMs = Date.now() - start;
	const expected = finished + (startsExecutions ? load.count : 0);
	const { failed, lastEndMs } = await environment.finishedExecutions(workflowId, expected);
	if (failed > 0) throw new Error(`${failed} executions failed`);
	const finishedMs = startsExecutions ? Number(lastEndMs) - start : loadMs;
	const finishedPerSecond = (load.count / finishedMs) * 1_000;
	const cpu = (environment.cpuMs() - cpuBefore) / load.count;
	return { responsesMs, figures: { finishedPerSecond, cpu } };
}

function delivery(event: string, headers: Record<string, string> = {}) {
	lastId += 1;
	const task = { id: lastId, title: `Item ${lastId}`, board_id: 1, due_date: '2030-01-31' };
	const body = JSON.stringify({ event, event_id: `delivery ${lastId}`, data: { task } });
	return { body, headers: { 'content-type': 'application/json', ...headers } };
}
