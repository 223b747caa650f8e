import type { Workflow } from './api/workflows';
import { name as packageName } from '../../package.json';

export const ACTION_TYPE = `${packageName}.workspaceTaskService`;
export const TRIGGER_TYPE = `${packageName}.workspaceTaskServiceTrigger`;

/** `settings` are further fields, such as `onError`. */
export function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: object = {},
	settings: object = {},
) {
	return {
		id: name,
		name,
		type,
		typeVersion,
		position: [0, 0],
		webhookId: crypto.randomUUID(),
		parameters,
		...settings,
	};
}

export type WorkflowNode = ReturnType<typeof node>;

export const manualTrigger = () => node('Start', 'n8n-nodes-base.manualTrigger', 1);

/** Responds when the workflow has finished. */
export const webhook = (path: string) =>
	node('Start', 'n8n-nodes-base.webhook', 2, {
		path,
		httpMethod: 'POST',
		responseMode: 'lastNode',
		options: {},
	});

/** One item per row. */
export function rows(list: object[]): WorkflowNode[] {
	const jsonOutput = JSON.stringify({ rows: list });
	return [
		node('Rows', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput }),
		node('One by One', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'rows' }),
	];
}

/** `{ boardId: 1, title: 'Item 0' }` and so on. */
export const taskRows = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ boardId: 1, title: `Item ${index}` }));

export const ACTION = 'Action';

export const CREATE_TASK = {
	resource: 'task',
	operation: 'create',
	boardId: { __rl: true, mode: 'id', value: '={{ $json.boardId }}' },
	title: '={{ $json.title }}',
};

export const LIST_BOARDS = { resource: 'board', operation: 'getAll', returnAll: true };

export const action = (parameters: object = CREATE_TASK, settings: object = {}) =>
	node(ACTION, ACTION_TYPE, 1, parameters, settings);

export const TRIGGER = 'Task Event';
const BOTH_EVENTS = ['task.created', 'task.updated'];

export const trigger = (parameters: object = {}, settings: object = {}) =>
	node(TRIGGER, TRIGGER_TYPE, 1.1, { events: BOTH_EVENTS, options: {}, ...parameters }, settings);

export const httpRequest = (parameters: object, settings: object = {}) =>
	node('HTTP Request', 'n8n-nodes-base.httpRequest', 4.2, parameters, settings);

export const noOp = (name = 'Next') => node(name, 'n8n-nodes-base.noOp', 1);

/** Connects each node with the next one. */
export function chain(...nodes: WorkflowNode[]): Workflow {
	return connected(
		nodes,
		nodes.slice(1).map(({ name }, index) => [nodes[index]?.name ?? '', name]),
	);
}

export function connected(
	nodes: WorkflowNode[],
	links: Array<[from: string, to: string, type?: string]>,
): Workflow {
	const connections: Record<string, Record<string, object[][]>> = {};
	for (const [from, to, type = 'main'] of links) {
		const outputs = (connections[from] ??= {});
		const [targets] = (outputs[type] ??= [[]]);
		targets?.push({ node: to, type, index: 0 });
	}
	return { name: 'Test', nodes, connections, settings: { executionOrder: 'v1' } };
}
