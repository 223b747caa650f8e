import type { INodeTypeDescription } from 'n8n-workflow';

export type BuilderHint = NonNullable<INodeTypeDescription['builderHint']>;

export const ACTION_NODE_TYPE = 'n8n-nodes-workspace-task-service.workspaceTaskService';

export function formatPattern(title: string, code: string): string {
	return `<patterns>\n<pattern title="${title}">\n${code}\n</pattern>\n</patterns>`;
}

export const createTaskPattern = formatPattern(
	'Create a task, once per order',
	`const createTask = node({ type: '${ACTION_NODE_TYPE}', version: 1, config: { name: 'Create Task', parameters: {
  resource: 'task', operation: 'create',
  boardId: { __rl: true, mode: 'name', value: 'Roadmap' },
  title: expr('Call {{ $json.customer }}'),
  additionalFields: { description: expr('{{ $json.notes }}'), dueDate: '+14 days', priority: 'high' },
  options: { createOncePer: expr('{{ $json.orderId }}') }
} } });
mode 'name' takes the full name of the board, mode 'id' its ID. dueDate is a day: 2026-12-31, today, tomorrow, +3 days, or an expression such as expr('{{ $json.date }}'); weekdays are refused. high is the only documented priority.
createOncePer makes later executions skip an item whose key was used. Skipped items have skipped: true and no id: filter them out before nodes that need the task. Leave it out if every item is to make a task.
The output is the task as the service returned it. Its fields are not documented: rely on expr('{{ $json.id }}') at most.
The node handles rate limits, retries and many items at the same time: add no Loop Over Items and no Wait. If boards may not exist yet, put board/findOrCreate before it, and use its expr('{{ $json.id }}') with mode 'id'.`,
);

const onEvent = formatPattern(
	'Start when a task is created',
	`const onTask = trigger({ type: '${ACTION_NODE_TYPE}Trigger', version: 1.1, config: {
  name: 'Task Created', parameters: { events: ['task.created'], boards: ['1'] },
  output: [{ event: 'task.created', task: { id: 7, title: 'Call', board_id: 1 }, deliveryId: 'a1' }]
} });
The fields of the task are below task: expr('{{ $json.task.title }}'). With several events, branch on expr('{{ $json.event }}').
boards takes IDs (from getBoards), never names; leave it out for all boards. Duplicates and tasks that this workflow created do not start it: add no check for them.`,
);

/** For people and for n8n's AI builder. */
export const TASK_LIMITS = 'The API creates tasks. It cannot read, change or delete them.';

/** The operations add their own. */
export const actionHint = {
	searchHint: `To start a workflow on task events, use workspaceTaskServiceTrigger, not the webhook resource, which registers other URLs permanently. ${TASK_LIMITS}`,
	relatedNodes: [
		{ nodeType: `${ACTION_NODE_TYPE}Trigger`, relationHint: 'Starts the workflow on task events' },
	],
} satisfies BuilderHint;

export const triggerHint: BuilderHint = {
	searchHint:
		'Publishing registers a webhook that the API cannot remove and that is reused later: change this node instead of replacing it.',
	relatedNodes: [{ nodeType: ACTION_NODE_TYPE, relationHint: 'Creates tasks and asks people' }],
	extraTypeDefContent: [{ content: onEvent }],
};
