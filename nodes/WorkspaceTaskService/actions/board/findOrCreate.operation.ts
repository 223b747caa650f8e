import { returnedObject, nameKey } from '../../api/responses';
import { workspaceLocator } from '../fields';
import type { Operation } from '../operation';
import { additionalFields, boardParameters, creation, name, type BoardParameters } from './fields';

export const findOrCreateBoard: Operation<BoardParameters> = {
	option: {
		name: 'Find or Create',
		value: 'findOrCreate',
		description: 'Get a board by name, or create it if it does not exist',
		action: 'Find or create board',
	},
	properties: [
		{
			...name,
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
	parameters: boardParameters,
	find: ({ name, workspaceId }) => ({ name, workspaceId }),
	sharedKey: ({ name, workspaceId }) => JSON.stringify([nameKey(name), workspaceId]),
	request: creation,
	response: returnedObject,
};
