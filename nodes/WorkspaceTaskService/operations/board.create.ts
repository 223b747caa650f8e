import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { customFieldRows, makeCustomFieldRowsSchema } from '../fields/customFieldRows';
import { customFieldsField, makeCustomFieldsSchema } from '../fields/customFields';
import { workspaceLocator } from '../fields/locators';
import { readObjectOrGuess } from '../reading/object';
import { listPlaces } from '../reading/places';
import { normalizeName, quoteName } from '../service/boards';
import { boardBody, CALLS } from '../service/calls';
import { readCreated } from '../service/responses';
import { toRawNumberIfLarge } from '../service/values/ids';
import type { Operation } from './operation';

const { name, workspace_id, description, color } = boardBody.shape;

const parameters = z.object({
	name,
	workspaceId: workspace_id,
	additionalFields: z
		.object({
			description,
			color,
			customFields: makeCustomFieldsSchema(boardBody),
			customFieldRows: makeCustomFieldRowsSchema(boardBody),
		})
		.optional(),
});

export const boardNameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Product launch',
	description: 'The name of the board',
};

export const boardAdditionalFields: INodeProperties = {
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
		customFieldsField,
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
		boardNameField,
		{
			...workspaceLocator,
			description: 'The workspace that gets the board',
			hint: 'Leave empty to let the service decide',
		},
		boardAdditionalFields,
	],
	parameters,
	call: CALLS.createBoard,
	request: ({ name, workspaceId, additionalFields = {} }) => {
		const { customFields, customFieldRows, ...optional } = additionalFields;
		const body: z.infer<typeof boardBody> = {
			name,
			workspace_id: toRawNumberIfLarge(workspaceId),
			...optional,
		};
		return { body: { ...customFields, ...customFieldRows, ...body } };
	},
	response: readCreated('board'),
	findWarning: ({ name }, board) => {
		const nameOfService = readObjectOrGuess(listPlaces(board), 'board').title;
		if (nameOfService === undefined || normalizeName(nameOfService) === normalizeName(name))
			return undefined;
		const sent = quoteName(name);
		return `The service named the board ${quoteName(nameOfService)}, not ${sent}. Find or Create will not find it by the name ${sent}.`;
	},
};
