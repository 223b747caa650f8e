import {
	CredentialTestContext,
	ExecutionLifecycleHooks,
	LoadOptionsContext,
	WorkflowExecute,
} from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodeType,
	IRun,
	IRunExecutionData,
	Workflow,
} from 'n8n-workflow';

import { EngineHost, firstNode, type NodeSettings } from './host';

/** Like n8n's `createRunExecutionData`, which older engines lack. */
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

export class ActionEngine extends EngineHost {
	/** Runs the action node. The result holds outputs and the error, as n8n stores them. */
	async run(node: NodeSettings, items?: INodeExecutionData[]): Promise<IRun> {
		return await this.start(this.workflowWith('workspaceTaskService', node), items);
	}

	/** The returned promise has `cancel()`. */
	startRun(node: NodeSettings, items?: INodeExecutionData[]) {
		return this.start(this.workflowWith('workspaceTaskService', node), items);
	}

	/** Nodes and connections by node name. */
	async runChain(
		nodes: Record<string, NodeSettings>,
		connections: Record<string, string[]>,
		items?: INodeExecutionData[],
	): Promise<IRun> {
		const each = Object.entries(nodes).map(([name, node]) => {
			const settings = { ...node.settings, name, id: `id of ${name}` };
			return this.nodeWith('workspaceTaskService', { ...node, settings });
		});
		const links = Object.entries(connections).map(([name, targets]) => [
			name,
			{ main: [targets.map((node) => ({ node, type: 'main' as const, index: 0 }))] },
		]);
		return await this.start(this.workflowOf(each, Object.fromEntries(links)), items);
	}

	private start(workflow: Workflow, items: INodeExecutionData[] = [{ json: {} }]) {
		const additionalData = this.additionalData();
		const saved = { id: workflow.id, name: 'Test', nodes: [], connections: {} };
		additionalData.hooks = new ExecutionLifecycleHooks('manual', '1', saved as never);
		const data = startingAt(firstNode(workflow), items);
		return new WorkflowExecute(additionalData, 'manual', data).processRunExecutionData(workflow);
	}

	/** The items on each output of a run, the hints below it, and what ended it. */
	static outcome(run: IRun) {
		const { runData, error: runError } = run.data.resultData;
		const [task] = runData.Node ?? [];
		const outputs = task?.data?.main ?? [];
		const items = outputs[0] ?? [];
		return {
			outputs,
			items,
			json: items.map((item) => item.json),
			hints: task?.hints ?? [],
			error: runError ?? task?.error,
		};
	}

	async list(
		method: string,
		filter?: string,
		node: NodeSettings = {},
	): Promise<INodeListSearchResult> {
		const { methods } = this.loader.getNode('workspaceTaskService').type as INodeType;
		const found = methods?.listSearch?.[method];
		if (found === undefined) throw new Error(`No list method ${method}`);
		return await found.call(this.context(node), filter);
	}

	/** With the stored login, like n8n's HTTP Request node. */
	async request(options: object): Promise<unknown> {
		const context = this.context({ parameters: { authentication: 'login' } });
		const type = 'workspaceTaskServiceLoginApi';
		return await context.helpers.requestWithAuthentication.call(context, type, options);
	}

	protected context(node: NodeSettings = {}): LoadOptionsContext {
		const workflow = this.workflowWith('workspaceTaskService', node);
		return new LoadOptionsContext(workflow, firstNode(workflow), this.additionalData(), '');
	}

	/** As n8n does when a credential is saved. */
	async testCredential(test: string, data: ICredentialDataDecryptedObject) {
		const { methods } = this.loader.getNode('workspaceTaskService').type as INodeType;
		const found = methods?.credentialTest?.[test];
		if (found === undefined) throw new Error(`No credential test ${test}`);
		const credential = { id: '1', name: 'Sandbox account', type: '', data };
		return await found.call(new CredentialTestContext(this.additionalData()), credential);
	}
}
