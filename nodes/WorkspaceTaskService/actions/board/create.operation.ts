import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { nameKey, quotedName } from '../../api/boards';
import { boardBody, CALLS } from '../../api/calls';
import { placesIn } from '../../api/read/places';
import { readObject } from '../../api/read/task';
import { readCreated } from '../../api/responses';
import { integerId } from '../../api/values/ids';
import { customFields, customFieldsBeside } from '../fields/additionalFields';
import { customFieldRows, customFieldRowsBeside } from '../fields/customFieldRows';
import { workspaceLocator } from '../fields/locators';
import type { Operation } from '../operation';

const { name, workspace_id, description, color } = boardBody.shape;

const parameters = z.object({
	name,
	workspaceId: workspace_id,
	additionalFields: z
		.object({
			description,
			color,
			customFields: customFieldsBeside(boardBody),
			customFieldRows: customFieldRowsBeside(boardBody),
		})
		.optional(),
});

export const boardName: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Product launch',
	description: 'The name of the board',
};

export const additionalFields: INodeProperties = {
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
		customFieldRows,
		customFields,
	],
};

export const createBoard: Operation<z.infer<typeof parameters>> = {
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
	parameters,
	call: CALLS.createBoard,
	request: ({ name, workspaceId, additionalFields = {} }) => {
		const { customFields, customFieldRows, ...optional } = additionalFields;
		const body: z.infer<typeof boardBody> = {
			name,
			workspace_id: integerId(workspaceId),
			...optional,
		};
		return { body: { ...customFields, ...customFieldRows, ...body } };
	},
	response: readCreated('board'),
	warning: ({ name }, board) => {
		const nameOfService = readObject(placesIn(board), 'board').title;
		if (nameOfService === undefined || nameKey(nameOfService) === nameKey(name)) return undefined;
		const sent = quotedName(name);
		return `The service named the board ${quotedName(nameOfService)}, not ${sent}. Find or Create will not find it by the name ${sent}.`;
	},
};
