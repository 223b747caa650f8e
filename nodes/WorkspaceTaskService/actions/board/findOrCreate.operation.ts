import { nameKey } from '../../api/boards';
import { workspaceLocator } from '../fields/locators';
import { additionalFields, boardName, createBoard } from './create.operation';

export const findOrCreateBoard: typeof createBoard = {
	...createBoard,
	option: {
		name: 'Find or Create',
		value: 'findOrCreate',
		description: 'Get a board by name, or create it if it does not exist',
		action: 'Find or create board',
	},
	properties: [
		{
			...boardName,
			description: 'The full name, not case-sensitive. Archived boards are not considered.',
		},
		{
			...workspaceLocator,
			description: 'The workspace in which to look for the board, and to create it',
			hint: 'Leave empty to look in all workspaces',
		},
		{
			...additionalFields,
			description: 'Fields of a new board. A board that exists is not changed.',
		},
	],
	find: ({ name, workspaceId }) => ({ name, workspaceId }),
	sharedKey: ({ name, workspaceId }) => JSON.stringify([nameKey(name), workspaceId]),
};
