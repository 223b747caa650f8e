import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** What the trigger and the Register operation let a user choose from. API: the kinds shown. */
export const eventOptions: INodePropertyOptions[] = [
	{ name: 'Task Created', value: 'task.created', description: 'A task was created' },
	{ name: 'Task Updated', value: 'task.updated', description: 'A task was changed' },
];

export const customEvents: INodeProperties = {
	displayName: 'Custom Events',
	name: 'customEvents',
	type: 'string',
	default: '',
	placeholder: 'e.g. task.deleted, board.created',
	description: 'Other event kinds that your service knows, separated by commas',
};
