import type { INodeProperties } from 'n8n-workflow';

export const boardLocator: INodeProperties = {
	displayName: 'Board',
	name: 'boardId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The board that gets the task',
	builderHint: { propertyHint: 'Required: there is no default board.' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a board...',
			typeOptions: { searchListMethod: 'searchBoards', searchable: true },
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://tasks.example.com/boards/42',
			hint: 'The URL of the board in your browser',
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 42' },
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. Roadmap',
			hint: 'The full name, not case-sensitive',
		},
	],
};

export const workspaceLocator: INodeProperties = {
	displayName: 'Workspace',
	name: 'workspaceId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The workspace that holds the board',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a workspace...',
			typeOptions: { searchListMethod: 'searchWorkspaces', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 7' },
	],
};
