import type { IExecuteFunctions } from 'n8n-workflow';

import { ownTask } from '../../../../nodes/WorkspaceTaskService/actions/memory/ownTask';
import { OwnTasks } from '../../../../nodes/WorkspaceTaskService/ownTasks';
import type { Outcome } from '../../../../nodes/WorkspaceTaskService/transport/outcome';

const URL = 'https://tasks.example.com';
const TYPE = 'n8n-nodes-workspace-task-service.workspaceTaskServiceTrigger';
const CREATE = { method: 'POST', path: '/api/v1/tasks', body: { title: 'Own' } } as const;

let workflows = 0;

interface Execution {
	data?: object;
	item?: object;
	/** The node that the trigger is connected to. */
	after?: string;
}

/** Whether the trigger then knows the task of a request. */
async function isOwn(
	{ data = {}, item = {}, after = 'Action' }: Execution,
	request: object = CREATE,
	outcome: object = { kind: 'done', body: { id: 7 } },
): Promise<boolean> {
	const id = `workflow ${(workflows += 1)}`;
	const context = {
		getNode: () => ({ name: 'Action' }),
		getExecuteData: () => ({ node: { name: 'Action' }, ...data }),
		getInputData: () => [{ json: {}, ...item }],
		getWorkflow: () => ({ id }),
		getChildNodes: () => [],
		getParentNodes: (name: string) => (name === after ? [{ name: 'Trigger', type: TYPE }] : []),
		getWorkflowDataProxy: () => ({
			$: () => ({ isExecuted: true, first: () => ({ json: { receivedAt: 'now' } }) }),
		}),
	} as unknown as IExecuteFunctions;
	const send = async () => outcome as Outcome;
	await ownTask(context, URL, request as typeof CREATE)(send)();
	const event = { id: '7', title: '', boardId: null, isTyped: true };
	return OwnTasks.of(id, URL).includes(event, 'trigger');
}

describe('a task that an execution of the trigger creates', () => {
	it.each<[string, Execution]>([
		['a node after the trigger', {}],
		[
			'a tool of an agent',
			{ data: { source: { main: [{ previousNode: 'Agent' }] } }, after: 'Agent' },
		],
		[
			'a tool whose agent n8n names in the item',
			{ item: { pairedItem: { sourceOverwrite: { previousNode: 'Agent' } } }, after: 'Agent' },
		],
		[
			'a tool whose agent n8n names in the metadata',
			{
				data: { metadata: { preservedSourceOverwrite: { previousNode: 'Agent' } } },
				after: 'Agent',
			},
		],
	])('is its own: %s', async (_, execution) => {
		expect(await isOwn(execution)).toBe(true);
	});

	it('is not its own in an execution that something else started', async () => {
		expect(await isOwn({ after: 'Another' })).toBe(false);
	});

	it.each([
		['a request that reads', { ...CREATE, method: 'GET' }],
		['a request that creates something else', { ...CREATE, path: '/api/v1/boards' }],
	])('is noted for no other request: %s', async (_, request) => {
		expect(await isOwn({}, request)).toBe(false);
	});

	it('is not noted if the service refused it', async () => {
		const response = { status: 400, text: '', headers: {} };
		expect(await isOwn({}, CREATE, { kind: 'refused', body: { id: 7 }, response })).toBe(false);
	});
});
