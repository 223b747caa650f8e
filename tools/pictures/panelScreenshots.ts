/** Each needs its own workflow: n8n locks an open one for two minutes. */
export interface PanelScreenshot {
	name: string;
	example: string;
	node: string;
	/** Override those of the example. */
	parameters?: object;
}

const ROADMAP = { __rl: true, mode: 'list', value: 1, cachedResultName: 'Roadmap' };

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
];
