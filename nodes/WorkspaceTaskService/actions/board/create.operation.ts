import { returnedObject } from '../../api/responses';
import { workspaceLocator } from '../fields';
import type { Operation } from '../operation';
import { additionalFields, boardParameters, creation, name, type BoardParameters } from './fields';

export const createBoard: Operation<BoardParameters> = {
	option: {
		name: 'Create',
		value: 'create',
		description: 'Create a board in a workspace',
		action: 'Create board',
	},
	properties: [
		name,
		{
			...workspaceLocator,
			description: 'The workspace that gets the board',
			hint: 'Leave empty to let the service decide',
		},
		additionalFields,
	],
	parameters: boardParameters,
	request: creation,
	response: returnedObject,
};
