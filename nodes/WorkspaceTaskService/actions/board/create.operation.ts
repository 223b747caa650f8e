import { CALLS } from '../../api/calls';
import { returnedObject } from '../../api/responses';
import { workspaceLocator } from '../fields/locators';
import type { Operation } from '../operation';
import {
	additionalFields,
	boardName,
	newBoardFields,
	requestBoard,
	warnOfOtherName,
	type NewBoard,
} from './newBoard';

export const createBoard: Operation<NewBoard> = {
	option: {
		name: 'Create',
		value: 'create',
		description: 'Create a board in a workspace',
		action: 'Create board',
	},
	properties: [
		boardName,
		{
			...workspaceLocator,
			description: 'The workspace that gets the board',
			hint: 'Leave empty to let the service decide',
		},
		additionalFields,
	],
	parameters: newBoardFields,
	call: CALLS.createBoard,
	request: requestBoard,
	response: returnedObject,
	warning: warnOfOtherName,
};
