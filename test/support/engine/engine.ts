import { HookContext, LoadOptionsContext, WebhookContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodePropertyOptions,
	IWebhookData,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { ActionEngine } from './actionEngine';
import { firstNode, type NodeSettings } from './host';
import { recordedResponse } from './recordedResponse';

export { PACKAGE, type NodeSettings } from './host';

type Request = NonNullable<IWorkflowExecuteAdditionalData['httpRequest']>;

const LIVE = ['trigger', 'activate'] as const;
const LISTENING = ['manual', 'manual'] as const;
const UNPUBLISHED = ['internal', 'update'] as const;

export interface DeliverOptions {
	mode?: WorkflowExecuteMode;
	end?: number;
	/** The sender closes the connection before the response. */
	hangUp?: boolean;
	/** n8n waits for it before it responds. */
	respondAfter?: Promise<unknown>;
	/** The sender gets its response, maybe before the node returns. */
	onResponse?: () => void;
}

export interface HookOptions {
	isTest?: boolean;
	/** That of an earlier call: n8n's retries of a failed activation share it. */
	activation?: Workflow;
}

/** n8n's engine with the built package: its loader, contexts and workflow runner. */
export class Engine extends ActionEngine {
	/** `credential` is what a user entered: `{ baseUrl, apiToken }`. */
	static async load(credential: ICredentialDataDecryptedObject): Promise<Engine> {
		const engine = new Engine(credential);
		await engine.loader.loadAll();
		const { warnings, logger } = engine;
		jest.spyOn(logger, 'warn').mockImplementation((line) => void warnings.push(line));
		return engine;
	}

	get logger() {
		return this.context().logger;
	}

	/** The options of a dropdown of the trigger. */
	async options(method: string, settings: NodeSettings = {}): Promise<INodePropertyOptions[]> {
		const workflow = this.workflowWith('workspaceTaskServiceTrigger', settings);
		const node = firstNode(workflow);
		const context = new LoadOptionsContext(workflow, node, this.additionalData(), '');
		const type = this.nodeTypes.getByNameAndVersion(node.type, 1);
		const load = type.methods?.loadOptions?.[method];
		if (load === undefined) throw new Error(`No list method ${method}`);
		return await load.call(context);
	}

	/** Calls a lifecycle method of the trigger. */
	async hook(
		method: 'checkExists' | 'create' | 'delete',
		node: NodeSettings = {},
		{ isTest = false, activation: workflow = this.openActivation(node) }: HookOptions = {},
	) {
		const triggerNode = firstNode(workflow);
		const type = this.nodeTypes.getByNameAndVersion(triggerNode.type, 1);
		const started = isTest ? LISTENING : LIVE;
		const [mode, activation] = method === 'delete' ? UNPUBLISHED : started;
		const context = new HookContext(
			workflow,
			triggerNode,
			this.additionalData(),
			mode,
			activation,
			{ isTest } as IWebhookData,
		);
		const info = jest.spyOn(context.logger, 'info');
		try {
			return await type.webhookMethods?.default?.[method]?.call(context);
		} finally {
			this.logged.push(...info.mock.calls.map(([line]) => line));
			info.mockRestore();
			// As stored in n8n's database.
			this.staticData = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
		}
	}

	/** What n8n's retries of a failed activation share. */
	openActivation(node: NodeSettings = {}): Workflow {
		return this.workflowWith('workspaceTaskServiceTrigger', node);
	}

	activationContext(node: NodeSettings = {}): HookContext {
		const workflow = this.workflowWith('workspaceTaskServiceTrigger', node);
		return new HookContext(workflow, firstNode(workflow), this.additionalData(), ...LIVE);
	}

	/**
	 * One request to the trigger. `response` is what the node itself sent, if anything; `end` is the
	 * status that n8n responds with afterwards.
	 */
	async deliver(request: Partial<Request>, node: NodeSettings = {}, options: DeliverOptions = {}) {
		const { mode = 'webhook', end = 200, hangUp = false } = options;
		const { respondAfter, onResponse = () => {} } = options;
		const { response, sent } = recordedResponse(end);
		const received = { method: 'POST', headers: {}, query: {}, ...request } as Request;
		const workflow = this.workflowWith('workspaceTaskServiceTrigger', node);
		const triggerNode = firstNode(workflow);
		const type = this.nodeTypes.getByNameAndVersion(triggerNode.type, 1);
		const webhookDescription = type.description.webhooks?.find(
			({ httpMethod }) => httpMethod === received.method,
		);
		if (webhookDescription === undefined)
			throw new Error(`n8n responds to ${received.method} itself`);
		const context = new WebhookContext(
			workflow,
			triggerNode,
			{ ...this.additionalData(), httpRequest: received, httpResponse: response },
			mode,
			{ webhookDescription } as IWebhookData,
			[],
			null,
		);
		response.once('sent', onResponse);
		const returned = (await type.webhook?.call(context)) as IWebhookResponseData;
		await respondAfter;
		onResponse();
		// As Node.js does: `finish` only after the whole response was sent.
		response.emit('prefinish');
		if (!hangUp) response.emit('finish');
		response.emit('close');
		return { response: sent, returned };
	}
}
