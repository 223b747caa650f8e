import type { Workflow } from '../../host/workflows';
import { name as packageName } from '../../package.json';

export const ACTION = 'Action';

/** Which task, on the board of the row it comes from. */
export const CREATE_TASK = {
	resource: 'task',
	operation: 'create',
	boardId: { __rl: true, mode: 'id', value: '={{ $json.boardId }}' },
	title: '={{ $json.title }}',
};

/**
 * Start → one item per row → the action node.
 * @param settings of the node, such as `onError`
 */
export function actionWorkflow(
	rows: object[],
	parameters: object = CREATE_TASK,
	settings: object = {},
): Workflow {
	const source = { mode: 'raw', jsonOutput: JSON.stringify({ rows }) };
	const action = workflowNode(ACTION, `${packageName}.workspaceTaskService`, 1, parameters);
	return chain([
		workflowNode('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
		workflowNode('Rows', 'n8n-nodes-base.set', 3.4, source),
		workflowNode('One by One', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'rows' }),
		{ ...action, ...settings },
	]);
}

type WorkflowNode = ReturnType<typeof workflowNode>;

export function workflowNode(name: string, type: string, typeVersion: number, parameters: object) {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters };
}

/** Each node leads to the next one. */
export function chain(nodes: WorkflowNode[]): Workflow {
	const links = nodes
		.slice(1)
		.map(({ name }, index) => [
			nodes[index]?.name,
			{ main: [[{ node: name, type: 'main', index: 0 }]] },
		]);
	return {
		name: 'Chain',
		nodes,
		connections: Object.fromEntries(links),
		settings: { executionOrder: 'v1' },
	};
}
