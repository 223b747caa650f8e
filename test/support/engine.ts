/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- test support, never published */
import { resolve } from 'node:path';

import {
	ExecutionLifecycleHooks,
	HookContext,
	LoadOptionsContext,
	PackageDirectoryLoader,
	WebhookContext,
	WorkflowExecute,
} from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	INodeTypes,
	IRun,
	IWebhookData,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { createRunExecutionData, NodeHelpers, Workflow } from 'n8n-workflow';

import { Credentials } from './credentials';

/** The checkout: n8n's loader reads its package.json and `dist`. */
export const ROOT = resolve(__dirname, '../..');
export const PACKAGE = 'n8n-nodes-workspace-task-service';
type Request = NonNullable<IWorkflowExecuteAdditionalData['httpRequest']>;
type Response = NonNullable<IWorkflowExecuteAdditionalData['httpResponse']>;

const WEBHOOK_ID = '5d2a3c1e-0000-4000-8000-000000000001';

export interface NodeSettings {
	parameters?: INodeParameters;
	settings?: Partial<INode>;
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

	/** What lifecycle methods told the people who read n8n's log. */
	readonly logged: string[] = [];

	/** Of the workflow. */
	timezone = 'UTC';

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
		return engine;
	}

	/** Runs the action node on these items; the run holds outputs and the failure, as n8n stores them. */
	async run(node: NodeSettings, items: INodeExecutionData[] = [{ json: {} }]): Promise<IRun> {
		const workflow = this.workflowWith('workspaceTaskService', node);
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
		const data = createRunExecutionData({
			executionData: {
				nodeExecutionStack: [{ node: only as INode, data: { main: [items] }, source: null }],
			},
		});
		return await new WorkflowExecute(additionalData, 'manual', data).processRunExecutionData(
			workflow,
		);
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
		node: NodeSettings = {},
	): Promise<INodeListSearchResult> {
		const workflow = this.workflowWith('workspaceTaskService', node);
		const [only] = Object.values(workflow.nodes);
		const context = new LoadOptionsContext(workflow, only as INode, this.additionalData(), '');
		const search = this.loader.getNode('workspaceTaskService').type as {
			methods?: {
				listSearch?: Record<string, (filter?: string) => Promise<INodeListSearchResult>>;
			};
		};
		const found = search.methods?.listSearch?.[method];
		if (found === undefined) throw new Error(`No list method ${method}`);
		return await found.call(context, filter);
	}

	/** One lifecycle method of the trigger, in the context n8n gives it. */
	async hook(method: 'checkExists' | 'create' | 'delete', node: NodeSettings = {}) {
		const workflow = this.workflowWith('workspaceTaskServiceTrigger', node);
		const [only] = Object.values(workflow.nodes);
		const type = this.nodeTypes.getByNameAndVersion((only as INode).type, 1);
		const mode = method === 'delete' ? 'internal' : 'trigger';
		const context = new HookContext(
			workflow,
			only as INode,
			this.additionalData(),
			mode,
			method === 'delete' ? 'update' : 'activate',
		);
		const info = jest.spyOn(context.logger, 'info');
		try {
			return await type.webhookMethods?.default?.[method]?.call(context);
		} finally {
			this.logged.push(...info.mock.calls.map(([line]) => line));
			info.mockRestore();
			this.staticData = { ...workflow.staticData };
		}
	}

	/** One delivery to the trigger. `answer` is what the node sent itself, if it did. */
	async deliver(request: Partial<Request>, node: NodeSettings = {}) {
		const answer: { status?: number; ended?: boolean } = {};
		const response = {
			status(code: number) {
				answer.status = code;
				return response;
			},
			end() {
				answer.ended = true;
				return response;
			},
		} as unknown as Response;
		const workflow = this.workflowWith('workspaceTaskServiceTrigger', node);
		const [only] = Object.values(workflow.nodes);
		const type = this.nodeTypes.getByNameAndVersion((only as INode).type, 1);
		const [webhookDescription] = type.description.webhooks ?? [];
		const context = new WebhookContext(
			workflow,
			only as INode,
			{ ...this.additionalData(), httpRequest: request as Request, httpResponse: response },
			'webhook',
			{ webhookDescription } as IWebhookData,
			[],
			null,
		);
		const returned = (await type.webhook?.call(context)) as IWebhookResponseData;
		return { answer, returned };
	}

	private workflowWith(name: string, { parameters = {}, settings = {} }: NodeSettings): Workflow {
		const node: INode = {
			id: 'node-1',
			name: 'Node',
			type: `${PACKAGE}.${name}`,
			typeVersion: 1,
			position: [0, 0],
			webhookId: WEBHOOK_ID,
			parameters,
			credentials: { workspaceTaskServiceApi: { id: '1', name: 'Sandbox account' } },
			...settings,
		};
		return new Workflow({
			id: 'workflow-1',
			nodes: [node],
			connections: {},
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
