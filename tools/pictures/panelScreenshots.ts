/** Each needs its own workflow: n8n locks an open one for two minutes. */
export interface PanelScreenshot {
	name: string;
	example: string;
	node: string;
	/** Override those of the example. */
	parameters?: object;
	/** The new name of the node, which is then not connected. */
	renamed?: string;
}

const ROADMAP = { __rl: true, mode: 'list', value: 1, cachedResultName: 'Roadmap' };
const WORKSPACE = { __rl: true, mode: 'list', value: 1, cachedResultName: 'Workspace 1' };

export const PANELS: PanelScreenshot[] = [
	{
		name: 'trigger-options',
		example: 'trigger.json',
		node: 'Task Event',
		parameters: {
			options: {
				boards: [],
				customEvents: '',
				ignoreDuplicates: true,
				ignoreOwnTasks: true,
				output: 'simplified',
				registrationLabel: '',
			},
		},
	},
	{
		name: 'task-create',
		example: 'actions.json',
		node: 'Book the Venue',
		parameters: {
			boardId: ROADMAP,
			additionalFields: {
				description: 'For 80 people, with a kitchen',
				dueDate: '2026-12-18',
				priority: 'high',
			},
		},
	},
	{
		name: 'task-send-and-wait',
		example: 'approve-before-sending.json',
		node: 'Ask on the Board',
		parameters: { boardId: ROADMAP },
	},
	{
		name: 'board-create',
		example: 'actions.json',
		node: 'Create Board',
		parameters: { workspaceId: WORKSPACE },
	},
	{
		name: 'board-list',
		example: 'actions.json',
		node: 'List Boards',
		parameters: {
			returnAll: false,
			filters: { includeArchived: false, workspaceId: WORKSPACE },
			options: { concurrency: 50, maxRetries: 4, timeout: 20 },
		},
	},
	{
		name: 'board-find-or-create',
		example: 'find-or-create-board.json',
		node: 'Find or Create Board',
		parameters: { workspaceId: WORKSPACE },
	},
	{
		name: 'webhook-register',
		example: 'actions.json',
		node: 'List Boards',
		renamed: 'Register a Webhook',
		parameters: {
			resource: 'webhook',
			operation: 'create',
			url: 'https://example.com/task-events',
			events: ['task.created', 'task.updated'],
		},
	},
];
