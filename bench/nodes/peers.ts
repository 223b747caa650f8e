import { action, httpRequest } from '../../test/support/line-workflow';
import type { Service } from './house';

/** A client that creates one task, or card, for each item. */
export interface Peer {
	client: Client;
	/** Its settings, for people. */
	settings: string;
	/** How many requests are open at most; null where the client does not say. */
	atOnce: number | null;
}

export type Client = 'This node' | 'HTTP Request' | 'Wekan' | 'undici';

/** A peer that is a node of n8n. */
export interface NodePeer extends Peer {
	node(service: Service): ReturnType<typeof action>;
}

const DEFAULT_CONCURRENCY = 5;
const TITLE = '=Task {{ $json.n }}';
const used = ({ type, id, name }: Service['own']) => ({ credentials: { [type]: { id, name } } });

export const thisNode = (concurrency?: number): NodePeer => ({
	client: 'This node',
	settings: concurrency === undefined ? 'default' : `concurrency ${concurrency}`,
	atOnce: concurrency ?? DEFAULT_CONCURRENCY,
	node: ({ own }) =>
		action('This node', concurrency === undefined ? {} : { options: { concurrency } }, used(own)),
});

/** With this package's credential, as a predefined credential type. */
export const httpWithCredential: NodePeer = {
	client: 'HTTP Request',
	settings: 'default',
	atOnce: null,
	node: (service) => http(service, AUTHENTICATED, {}, used(service.own)),
};

export const httpBatched: NodePeer = {
	client: 'HTTP Request',
	settings: 'batches of 10 every 50 ms',
	atOnce: null,
	node: (service) => http(service, AUTHENTICATED, BATCHES, used(service.own)),
};

/** What the credential costs that node. */
export const httpWithoutCredential: NodePeer = {
	client: 'HTTP Request',
	settings: 'without credential',
	atOnce: null,
	node: (service) => http(service, {}, {}, {}),
};

/** One after the other, as most of n8n's nodes work. */
export const wekan: NodePeer = {
	client: 'Wekan',
	settings: 'default',
	atOnce: 1,
	node: ({ wekan: credential }) => ({
		...action('Wekan', {
			resource: 'card',
			...{ boardId: '1', listId: '1', title: TITLE, swimlaneId: '1', authorId: '1' },
		}),
		type: 'n8n-nodes-base.wekan',
		...used(credential),
	}),
};

const AUTHENTICATED = {
	authentication: 'predefinedCredentialType',
	nodeCredentialType: 'workspaceTaskServiceApi',
};
const BATCHES = { batching: { batch: { batchSize: 10, batchInterval: 50 } } };

function http({ server }: Service, authentication: object, options: object, settings: object) {
	const fields = [
		{ name: 'title', value: TITLE },
		{ name: 'board_id', value: '1' },
	];
	const parameters = {
		...{ method: 'POST', url: `${server.url}/api/v1/tasks`, sendBody: true },
		...{ bodyParameters: { parameters: fields }, options },
		...authentication,
	};
	return httpRequest(parameters, settings);
}
