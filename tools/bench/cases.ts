import { ACTION_TYPE, action, CREATE_TASK, httpRequest, node } from '../n8n/workflow';
import type { WorkflowNode } from '../n8n/workflow';
import type { UsedCredential } from './environment';

export interface Target {
	url: string;
	own: UsedCredential;
	wekan: UsedCredential;
}

/** A node that creates one task, or card, per item. */
export type Client = (target: Target) => WorkflowNode;

export interface Case {
	name: string;
	client: Client;
	/** How long a create takes. */
	delayMs: number;
	items: number;
}

const TITLE = '={{ $json.title }}';
const ONE_BOARD = { ...CREATE_TASK, boardId: { __rl: true, mode: 'id', value: '1' } };

export const thisNode: Client = ({ own }) =>
	action(ONE_BOARD, { credentials: own, type: ACTION_TYPE });

/** n8n's HTTP Request node with this package's credential. */
export const http: Client = ({ url, own }) =>
	httpRequest(
		{
			method: 'POST',
			url: `${url}/api/v1/tasks`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'workspaceTaskServiceApi',
			sendBody: true,
			bodyParameters: {
				parameters: [
					{ name: 'title', value: TITLE },
					{ name: 'board_id', value: '1' },
				],
			},
		},
		{ credentials: own },
	);

const floor: Client = ({ own }) =>
	node('Request Helper', 'CUSTOM.requestHelper', 1, { title: TITLE }, { credentials: own });

/** Sequential, like most nodes of n8n. */
const wekan: Client = ({ wekan: credentials }) =>
	node(
		'Wekan',
		'n8n-nodes-base.wekan',
		1,
		{
			resource: 'card',
			operation: 'create',
			boardId: '1',
			listId: '1',
			title: TITLE,
			swimlaneId: '1',
			authorId: '1',
		},
		{ credentials },
	);

export const HTTP_REQUEST = 'HTTP Request';
export const WEKAN = 'Wekan';
/** What a node costs that does nothing but evaluate one expression and send. */
export const FLOOR = 'Floor';

export const CLIENTS: Record<string, Client> = {
	'This node': thisNode,
	[FLOOR]: floor,
	[HTTP_REQUEST]: http,
	[WEKAN]: wekan,
};
