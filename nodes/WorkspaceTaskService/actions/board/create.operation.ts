import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { CALLS } from '../../api/calls';
import { nameOfBoard } from '../../api/read/board';
import { boardBody, nameKey, returnedObject } from '../../api/requests';
import { integerId } from '../../api/values';
import { customFields, customFieldsBeside } from '../fields/customFields';
import { workspaceLocator } from '../fields/locators';
import type { Operation, RequestParts, ServiceObject } from '../operation';
import { quotedName } from './quotedName';

const { name: boardName, workspace_id, description, color } = boardBody.shape;

const parameters = z.object({
	name: boardName,
	workspaceId: workspace_id,
	additionalFields: z
		.object({ description, color, customFields: customFieldsBeside(boardBody) })
		.optional(),
});

type BoardParameters = z.infer<typeof parameters>;

function creation(entered: BoardParameters): RequestParts {
	const { name, workspaceId, additionalFields = {} } = entered;
	const { customFields, ...optional } = additionalFields;
	const body: z.infer<typeof boardBody> = {
		name,
		workspace_id: integerId(workspaceId),
		...optional,
	};
	return { body: { ...customFields, ...body } };
}

/** Under a name that was not sent, Find or Create does not find the board, and creates it in each run. */
function warnOfOtherName({ name }: BoardParameters, board: ServiceObject): string | undefined {
	const nameOfService = nameOfBoard(board);
	if (nameOfService === undefined || nameKey(nameOfService) === nameKey(name)) return undefined;
	const sent = quotedName(name);
	return `The service named the board ${quotedName(nameOfService)}, not ${sent}. Find or Create will not find it by the name ${sent}.`;
}

const name: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Product launch',
	description: 'The name of the board',
};

const additionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		{
			displayName: 'Color',
			name: 'color',
			type: 'color',
			default: '',
			placeholder: 'e.g. #2F5FD0',
			description: 'The color of the board, as #RRGGBB',
		},
		{
			displayName: 'Description',
			name: 'description',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			placeholder: 'e.g. Everything for the launch in May',
			description: 'Free text shown with the board',
		},
		customFields,
	],
};

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
	parameters,
	call: CALLS.createBoard,
	request: creation,
	response: returnedObject,
	warning: warnOfOtherName,
};

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
	parameters,
	find: ({ name, workspaceId }) => ({ name, workspaceId }),
	sharedKey: ({ name, workspaceId }) => JSON.stringify([nameKey(name), workspaceId]),
	call: CALLS.createBoard,
	request: creation,
	response: returnedObject,
	warning: warnOfOtherName,
};
