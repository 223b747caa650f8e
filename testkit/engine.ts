/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- test support, never published */
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { resolve } from 'node:path';

import {
	CredentialTestContext,
	ExecutionLifecycleHooks,
	HookContext,
	LoadOptionsContext,
	PackageDirectoryLoader,
	WebhookContext,
	WorkflowExecute,
} from 'n8n-core';
import type {
	IConnections,
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
	INodeTypes,
	IRun,
	IRunExecutionData,
	IWebhookData,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { NodeHelpers, Workflow } from 'n8n-workflow';

import { Credentials } from './credentialStore';

/** The checkout: n8n's loader reads its package.json and `dist`. */
export const ROOT = resolve(__dirname, '..');
export const PACKAGE = 'n8n-nodes-workspace-task-service';
type Request = NonNullable<IWorkflowExecuteAdditionalData['httpRequest']>;
type Response = NonNullable<IWorkflowExecuteAdditionalData['httpResponse']>;

const WEBHOOK_ID = '5d2a3c1e-0000-4000-8000-000000000001';

const LIVE = ['trigger', 'activate'] as const;

export interface NodeSettings {
	parameters?: INodeParameters;
	settings?: Partial<INode>;
}

export interface DeliverOptions {
	mode?: WorkflowExecuteMode;
	end?: number;
	/** The sender closes the connection, before the node gets the request or before it is answered. */
	hangUp?: 'before' | 'after';
	/** n8n answers no earlier. */
	answered?: Promise<unknown>;
}

export interface HookOptions {
	isTest?: boolean;
	/** That of an earlier call: n8n's repetitions of a failed activation share it. */
	activation?: Workflow;
}

/** An Express response as far as the trigger uses it. */
function recordedResponse(statusCode: number, closed: boolean) {
	const answer: { status?: number; headers?: Record<string, string>; body?: string } = {};
	const response = Object.assign(new EventEmitter(), {
		statusCode,
		closed,
		writableFinished: false,
		writeHead(status: number, headers: Record<string, string>) {
			Object.assign(answer, { status, headers });
			return response;
		},
		end(body: string) {
			answer.body = body;
			return response;
		},
	});
	return { answer, response: response as unknown as Response & EventEmitter };
}

/** As n8n's `createRunExecutionData`, which older engines do not have. */
function startingAt(node: INode, items: INodeExecutionData[]): IRunExecutionData {
	const executionData = {
		contextData: {},
		nodeExecutionStack: [{ node, data: { main: [items] }, source: null }],
		metadata: {},
		waitingExecution: {},
		waitingExecutionSource: {},
	};
	const data = { version: 1, startData: {}, resultData: { runData: {} }, executionData };
	return data as unknown as IRunExecutionData;
}

/**
 * The engine of n8n around the built package: its loader, its contexts, its workflow runner. Only
 * what n8n keeps in a database (credentials, static data, addresses) is held in memory here.
 */
export class Engine {
	private readonly loader = new PackageDirectoryLoader(ROOT);

	private readonly nodeTypes: INodeTypes;

	/** Kept between calls, as n8n keeps it in the workflow's row. */
	staticData: IDataObject = {};

	webhookBaseUrl = 'http://localhost:5678/webhook';

	/** What lifecycle methods wrote to n8n's log. */
	readonly logged: string[] = [];

	/** What deliveries wrote there. */
	readonly warnings: string[] = [];

	/** Of the workflow. */
	timezone = 'UTC';

	/** Its own for each engine: the nodes remember things by it as long as the process lives. */
	readonly workflowId = randomUUID();

	readonly credentials: Credentials;

	private constructor(credential: ICredentialDataDecryptedObject) {
		this.credentials = new Credentials(this.loader, credential);
		const byName = (type: string) => this.loader.getNode(type.replace(`${PACKAGE}.`, '')).type;
		this.nodeTypes = {
			getByName: byName,
			getByNameAndVersion: (type) => NodeHelpers.getVersionedNodeType(byName(type)),
			getKnownTypes: () => this.loader.known.nodes as unknown as IDataObject,
		};
	}

	/** `credential` is what a user entered: `{ baseUrl, apiToken }`. */
	static async load(credential: ICredentialDataDecryptedObject): Promise<Engine> {
		const engine = new Engine(credential);
		await engine.loader.loadAll();
		const { warnings, logger } = engine;
		jest.spyOn(logger, 'warn').mockImplementation((line) => void warnings.push(line));
		return engine;
	}

	/** Runs the action node on these items; the run holds outputs and the failure, as n8n stores them. */
	async run(node: NodeSettings, items?: INodeExecutionData[]): Promise<IRun> {
		return await this.start(this.workflowWith('workspaceTaskService', node), items);
	}

	/** The same, to be cancelled with `cancel()` of what it returns. */
	startRun(node: NodeSettings, items?: INodeExecutionData[]) {
		return this.start(this.workflowWith('workspaceTaskService', node), items);
	}

	/** Runs several action nodes, named by the keys; `connections` is who feeds whom. */
	async runChain(
		nodes: Record<string, NodeSettings>,
		connections: Record<string, string[]>,
		items?: INodeExecutionData[],
	): Promise<IRun> {
		const each = Object.entries(nodes).map(([name, node]) => {
			const settings = { ...node.settings, name, id: `id of ${name}` };
			return this.nodeWith('workspaceTaskService', { ...node, settings });
		});
		const feeds = Object.entries(connections).map(([name, fed]) => [
			name,
			{ main: [fed.map((node) => ({ node, type: 'main' as const, index: 0 }))] },
		]);
		return await this.start(this.workflowOf(each, Object.fromEntries(feeds)), items);
	}

	private start(workflow: Workflow, items: INodeExecutionData[] = [{ json: {} }]) {
		const [only] = Object.values(workflow.nodes);
		const additionalData = this.additionalData();
		additionalData.hooks = new ExecutionLifecycleHooks('manual', '1', {
			id: workflow.id,
			name: 'Test',
			active: false,
			isArchived: false,
			createdAt: new Date(),
			updatedAt: new Date(),
			nodes: [],
			connections: {},
			activeVersionId: null,
		});
		const data = startingAt(only as INode, items);
		return new WorkflowExecute(additionalData, 'manual', data).processRunExecutionData(workflow);
	}

	/** The items on each output of a run, and what ended it. */
	static outcome(run: IRun) {
		const [task] = run.data.resultData.runData.Node ?? [];
		const error = run.data.resultData.error ?? task?.error;
		return { outputs: task?.data?.main ?? [], items: task?.data?.main?.[0] ?? [], error };
	}

	/** What the list of a panel shows. */
	async list(
		method: string,
		filter?: string,
		page?: string,
		node: NodeSettings = {},
	): Promise<INodeListSearchResult> {
		const context = this.context(node);
		const search = this.loader.getNode('workspaceTaskService').type as {
			methods?: {
				listSearch?: Record<
					string,
					(filter?: string, page?: string) => Promise<INodeListSearchResult>
				>;
			};
		};
		const found = search.methods?.listSearch?.[method];
		if (found === undefined) throw new Error(`No list method ${method}`);
		return await found.call(context, filter, page);
	}

	/** A request with the stored login, as n8n's HTTP Request node sends it. */
	async request(options: object): Promise<unknown> {
		const context = this.context({ parameters: { authentication: 'login' } });
		const type = 'workspaceTaskServiceLoginApi';
		return await context.helpers.requestWithAuthentication.call(context, type, options);
	}

	/** What the nodes log to. */
	get logger() {
		return this.context().logger;
	}

	private context(node: NodeSettings = {}): LoadOptionsContext {
		const workflow = this.workflowWith('workspaceTaskService', node);
		const [only] = Object.values(workflow.nodes);
		return new LoadOptionsContext(workflow, only as INode, this.additionalData(), '');
	}

	/** What n8n shows when a credential is saved. */
	async testCredential(test: string, data: ICredentialDataDecryptedObject) {
		const { methods } = this.loader.getNode('workspaceTaskService').type as INodeType;
		const found = methods?.credentialTest?.[test];
		if (found === undefined) throw new Error(`No credential test ${test}`);
		const credential = { id: '1', name: 'Sandbox account', type: '', data };
		return await found.call(new CredentialTestContext(this.additionalData()), credential);
	}

	/** What a dropdown of the trigger offers. */
	async options(method: string, node: NodeSettings = {}): Promise<INodePropertyOptions[]> {
		const workflow = this.workflowWith('workspaceTaskServiceTrigger', node);
		const [only] = Object.values(workflow.nodes) as [INode];
		const context = new LoadOptionsContext(workflow, only, this.additionalData(), '');
		const type = this.nodeTypes.getByNameAndVersion(only.type, 1);
		const load = type.methods?.loadOptions?.[method];
		if (load === undefined) throw new Error(`No list method ${method}`);
		return await load.call(context);
	}

	/** One lifecycle method of the trigger, in the context n8n gives it. */
	async hook(
		method: 'checkExists' | 'create' | 'delete',
		node: NodeSettings = {},
		{ isTest = false, activation: workflow = this.openActivation(node) }: HookOptions = {},
	) {
		const [only] = Object.values(workflow.nodes);
		const type = this.nodeTypes.getByNameAndVersion((only as INode).type, 1);
		const [mode, activation] = method === 'delete' ? (['internal', 'update'] as const) : LIVE;
		const context = new HookContext(
			workflow,
			only as INode,
			this.additionalData(),
			isTest && method !== 'delete' ? 'manual' : mode,
			isTest && method !== 'delete' ? 'manual' : activation,
			{ isTest } as IWebhookData,
		);
		const info = jest.spyOn(context.logger, 'info');
		try {
			return await type.webhookMethods?.default?.[method]?.call(context);
		} finally {
			this.logged.push(...info.mock.calls.map(([line]) => line));
			info.mockRestore();
			// As a row of n8n's database holds it.
			this.staticData = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
		}
	}

	/** What n8n's repetitions of a failed activation share. */
	openActivation(node: NodeSettings = {}): Workflow {
		return this.workflowWith('workspaceTaskServiceTrigger', node);
	}

	/** The context of an activation, for what the lifecycle methods call. */
	activationContext(node: NodeSettings = {}): HookContext {
		const workflow = this.workflowWith('workspaceTaskServiceTrigger', node);
		const [only] = Object.values(workflow.nodes);
		return new HookContext(workflow, only as INode, this.additionalData(), ...LIVE);
	}

	/**
	 * One request to the trigger. `answer` is what the node sent itself, if it did; `end` is the status
	 * with which n8n answers afterwards.
	 */
	async deliver(
		request: Partial<Request>,
		node: NodeSettings = {},
		{ mode = 'webhook' as WorkflowExecuteMode, end = 200, hangUp, answered }: DeliverOptions = {},
	) {
		const { response, answer } = recordedResponse(end, hangUp === 'before');
		const received = { method: 'POST', headers: {}, query: {}, ...request } as Request;
		const workflow = this.workflowWith('workspaceTaskServiceTrigger', node);
		const [only] = Object.values(workflow.nodes);
		const type = this.nodeTypes.getByNameAndVersion((only as INode).type, 1);
		const webhookDescription = type.description.webhooks?.find(
			({ httpMethod }) => httpMethod === received.method,
		);
		if (webhookDescription === undefined) throw new Error(`n8n answers ${received.method} itself`);
		const context = new WebhookContext(
			workflow,
			only as INode,
			{ ...this.additionalData(), httpRequest: received, httpResponse: response },
			mode,
			{ webhookDescription } as IWebhookData,
			[],
			null,
		);
		const returned = (await type.webhook?.call(context)) as IWebhookResponseData;
		await answered;
		Object.assign(response, { writableFinished: hangUp === undefined, closed: true });
		response.emit('close');
		return { answer, returned };
	}

	private workflowWith(name: string, node: NodeSettings): Workflow {
		return this.workflowOf([this.nodeWith(name, node)], {});
	}

	private nodeWith(name: string, { parameters = {}, settings = {} }: NodeSettings): INode {
		return {
			id: 'node-1',
			name: 'Node',
			type: `${PACKAGE}.${name}`,
			typeVersion: name === 'workspaceTaskServiceTrigger' ? 1.1 : 1,
			position: [0, 0],
			webhookId: WEBHOOK_ID,
			parameters,
			credentials: {
				workspaceTaskServiceApi: { id: '1', name: 'Sandbox account' },
				workspaceTaskServiceLoginApi: { id: '2', name: 'Sandbox login' },
			},
			...settings,
		};
	}

	private workflowOf(nodes: INode[], connections: IConnections): Workflow {
		return new Workflow({
			id: this.workflowId,
			nodes,
			connections,
			active: false,
			nodeTypes: this.nodeTypes,
			staticData: { ...this.staticData },
			settings: { timezone: this.timezone, executionOrder: 'v1' },
		});
	}

	private additionalData(): IWorkflowExecuteAdditionalData {
		return {
			credentialsHelper: this.credentials,
			webhookBaseUrl: this.webhookBaseUrl,
			webhookTestBaseUrl: `${this.webhookBaseUrl}-test`,
			webhookWaitingBaseUrl: `${this.webhookBaseUrl}-waiting`,
			formWaitingBaseUrl: `${this.webhookBaseUrl}-form-waiting`,
			currentNodeExecutionIndex: 0,
			variables: {},
		} as unknown as IWorkflowExecuteAdditionalData;
	}
}
