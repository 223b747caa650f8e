import { workspaceLocator } from '../fields/locators';
import { normalizeName } from '../service/boards';
import { boardAdditionalFields, boardNameField, createBoard } from './board.create';

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
			...boardNameField,
			description: 'The full name, not case-sensitive. Archived boards are not considered.',
		},
		{
			...workspaceLocator,
			description: 'The workspace in which to look for the board, and to create it',
			hint: 'Leave empty to look in all workspaces',
		},
		{
			...boardAdditionalFields,
			description: 'Fields of a new board. A board that exists is not changed.',
		},
	],
	boardToFind: ({ name, workspaceId }) => ({ name, workspaceId }),
	identityKey: ({ name, workspaceId }) => JSON.stringify([normalizeName(name), workspaceId]),
};
