import { randomUUID } from 'node:crypto';
import { PackageDirectoryLoader } from 'n8n-core';
import type {
	IConnections,
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeParameters,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { NodeHelpers, Workflow } from 'n8n-workflow';

import { root } from '../../../tools/install/paths.cjs';
import { Credentials } from './credentialStore';

export const PACKAGE = 'n8n-nodes-workspace-task-service';

const WEBHOOK_ID = '5d2a3c1e-0000-4000-8000-000000000001';

export interface NodeSettings {
	parameters?: INodeParameters;
	settings?: Partial<INode>;
}

/** The node that a workflow consists of, or that starts it. */
export const firstNode = ({ nodes }: Workflow) => Object.values(nodes)[0] as INode;

/**
 * The built package in n8n's loader, and workflows of its nodes. What n8n keeps in its database
 * (credentials, static data) is in memory here.
 */
export class EngineHost {
	protected readonly loader = new PackageDirectoryLoader(root);

	protected readonly nodeTypes: INodeTypes;

	/** Kept between calls, as in n8n's database. */
	staticData: IDataObject = {};

	webhookBaseUrl = 'http://localhost:5678/webhook';

	/** Log lines of lifecycle methods. */
	readonly logged: string[] = [];

	/** Log lines of deliveries. */
	readonly warnings: string[] = [];

	/** Of the workflow. */
	timezone = 'UTC';

	/** Different for each engine, because the nodes remember state by workflow. */
	readonly workflowId = randomUUID();

	readonly credentials: Credentials;

	constructor(credential: ICredentialDataDecryptedObject) {
		this.credentials = new Credentials(this.loader, credential);
		// n8n makes the type of the tool from that of the node.
		const nameOf = (type: string) => type.replace(`${PACKAGE}.`, '').replace(/(Hitl)?Tool$/, '');
		const byName = (type: string) => this.loader.getNode(nameOf(type)).type;
		this.nodeTypes = {
			getByName: byName,
			getByNameAndVersion: (type) => NodeHelpers.getVersionedNodeType(byName(type)),
			getKnownTypes: () => this.loader.known.nodes as unknown as IDataObject,
		};
	}

	protected workflowWith(name: string, node: NodeSettings): Workflow {
		return this.workflowOf([this.nodeWith(name, node)], {});
	}

	protected nodeWith(name: string, { parameters = {}, settings = {} }: NodeSettings): INode {
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

	protected workflowOf(nodes: INode[], connections: IConnections): Workflow {
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

	protected additionalData(): IWorkflowExecuteAdditionalData {
		return {
			credentialsHelper: this.credentials,
			webhookBaseUrl: this.webhookBaseUrl,
			webhookTestBaseUrl: `${this.webhookBaseUrl}-test`,
			webhookWaitingBaseUrl: `${this.webhookBaseUrl}-waiting`,
			restApiUrl: 'http://localhost:5678/rest',
			formWaitingBaseUrl: `${this.webhookBaseUrl}-form-waiting`,
			currentNodeExecutionIndex: 0,
			variables: {},
		} as unknown as IWorkflowExecuteAdditionalData;
	}
}
