import { ACTION_TYPE, action, CREATE_TASK, httpRequest, node } from '../n8n/workflow';
import type { WorkflowNode } from '../n8n/workflow';
import type { UsedCredential } from './environment';
import type { Behavior } from './service';

export interface Target {
	url: string;
	own: UsedCredential;
	wekan: UsedCredential;
}

/** Creates one task, or card, per item: a node of n8n, or undici without n8n. */
export type Client = { node: (target: Target) => WorkflowNode } | { undiciInFlight: number };

export interface Case {
	name: string;
	client: Client;
	behavior: Behavior;
	items: number;
}

const TITLE = '={{ $json.title }}';
const ONE_BOARD = { ...CREATE_TASK, boardId: { __rl: true, mode: 'id', value: '1' } };

export const thisNode = (options: object = {}): Client => ({
	node: ({ own }) => action({ ...ONE_BOARD, options }, { credentials: own, type: ACTION_TYPE }),
});

/** n8n's HTTP Request node with this package's credential. */
export const http = (): Client => ({
	node: ({ url, own }) =>
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
		),
});

/** Called as this node calls it. */
const requestHelper = (parameters: object): Client => ({
	node: ({ own }) =>
		node('Request Helper', 'CUSTOM.requestHelper', 1, parameters, { credentials: own }),
});

/** Sequential, like most nodes of n8n. */
const wekan: Client = {
	node: ({ wekan: credentials }) =>
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
		),
};

export const HTTP_REQUEST = 'HTTP Request';
export const WEKAN = 'Wekan';
/** What a node costs that does nothing but evaluate one expression and send. */
export const FLOOR = 'Floor: request helper and one expression';

export const CLIENTS: Record<string, Client> = {
	'This node': thisNode(),
	'This node, Concurrency 10': thisNode({ concurrency: 10 }),
	'n8n’s request helper, 50 in flight': requestHelper({ inFlight: 50 }),
	[FLOOR]: requestHelper({ inFlight: 50, title: TITLE }),
	[HTTP_REQUEST]: http(),
	[WEKAN]: wekan,
	'undici alone, 50 in flight': { undiciInFlight: 50 },
};
