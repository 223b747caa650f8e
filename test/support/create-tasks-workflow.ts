import type { Workflow } from '../../host/workflows';
import { name as packageName } from '../../package.json';

/** Start → one item per board → Create Task, which continues when an item fails. */
export function createTasksWorkflow(boardIds: unknown[]): Workflow {
	const chain = [
		node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
		node('Boards', 'n8n-nodes-base.set', 3.4, {
			mode: 'raw',
			jsonOutput: JSON.stringify({ boardId: boardIds }),
		}),
		node('One by One', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'boardId' }),
		{
			...node('Create Task', `${packageName}.workspaceTaskService`, 1, {
				resource: 'task',
				operation: 'create',
				boardId: { __rl: true, mode: 'id', value: '={{ $json.boardId }}' },
				title: 'Made by a test',
			}),
			onError: 'continueRegularOutput',
		},
	];
	const links = chain
		.slice(1)
		.map(({ name }, index) => [
			chain[index]?.name,
			{ main: [[{ node: name, type: 'main', index: 0 }]] },
		]);
	return {
		name: 'Create tasks',
		nodes: chain,
		connections: Object.fromEntries(links),
		settings: {},
	};
}

function node(name: string, type: string, typeVersion: number, parameters: object) {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters };
}
