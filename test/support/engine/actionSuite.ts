import type {
	ICredentialDataDecryptedObject,
	INode,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox/sandbox';
import { startServer, type Reply, type ScriptedServer } from '../../../tools/http/server';
import { Engine } from './engine';

/* What the suites of the action node share. Jest loads this file for each suite. */

/** Of the current test. */
export let engine: Engine;
export let service: ScriptedServer;
export let sandbox: Sandbox;

/** n8n with this credential, and without the memory of earlier executions of its workflow. */
export async function useCredential(data: ICredentialDataDecryptedObject): Promise<void> {
	engine = await Engine.load(data);
}

/** For each test a service that follows a script, and n8n with an API token. */
export function setUpService(...replies: Reply[]): void {
	beforeEach(async () => {
		service = await startServer(...replies);
		await useCredential({ baseUrl: service.url, apiToken: 't0ken' });
	});
	afterEach(async () => await service.close());
}

/** For each test a sandbox, and n8n with its API token. */
export function setUpSandbox(): void {
	beforeEach(async () => {
		sandbox = await startSandbox();
		await useCredential({ baseUrl: sandbox.url, apiToken: sandbox.token });
	});
	afterEach(async () => await sandbox.close());
}

export const LOGIN = 'POST /api/v1/auth/login';
export const LIST_BOARDS = 'GET /api/v1/boards';
export const POST_BOARD = 'POST /api/v1/boards';
export const POST_TASK = 'POST /api/v1/tasks';
export const POST_WEBHOOK = 'POST /api/v1/webhooks';

export const countRequests = (route: string) => service.requestsTo(route).length;

export const readBodies = (route: string) =>
	service.requestsTo(route).map(({ body }) => JSON.parse(body) as Record<string, unknown>);

/** What the editor stores of a board or workspace. */
export const locate = (mode: string, value: unknown) =>
	({ __rl: true, mode, value }) as INodeParameters;

/** The title of an item is the title of its task. */
export const CREATE_TASK: INodeParameters = {
	resource: 'task',
	operation: 'create',
	boardId: locate('id', '1'),
	title: '={{ $json.title }}',
};
/** The name of an item is the name of its board. */
export const CREATE_BOARD: INodeParameters = {
	resource: 'board',
	operation: 'create',
	name: '={{ $json.name }}',
};
export const FIND_BOARD: INodeParameters = { ...CREATE_BOARD, operation: 'findOrCreate' };
export const GET_MANY: INodeParameters = {
	resource: 'board',
	operation: 'getAll',
	returnAll: true,
};
export const REGISTER: INodeParameters = {
	resource: 'webhook',
	operation: 'create',
	url: 'https://example.com/hook',
	events: ['task.created'],
};

export const RETRY_ON_FAIL: Partial<INode> = {
	retryOnFail: true,
	maxTries: 3,
	waitBetweenTries: 1,
};
export const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };

export const makeTitles = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ title: `Task ${n}` }));
export const makeNames = (...names: unknown[]) => names.map((name) => ({ name }));

/** Starts the action node for items with this JSON. The returned promise has `cancel()`. */
export const startRun = (
	parameters: INodeParameters,
	items: object[] = [{ title: 'a' }],
	settings: Partial<INode> = {},
) =>
	engine.startRun(
		{ parameters, settings },
		items.map((json) => ({ json }) as INodeExecutionData),
	);

/** Runs the action node for items with this JSON. */
export const run = async (...started: Parameters<typeof startRun>) =>
	Engine.outcome(await startRun(...started));
