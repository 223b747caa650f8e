import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { boardBody, CALLS } from '../../api/requests';
import { integerId } from '../../api/values';
import type { ApiRequest } from '../../transport/outcome';
import { customFields, customFieldsBeside } from '../fields';

const { name: boardName, workspace_id, description, color } = boardBody.shape;

export const boardParameters = z.object({
	name: boardName,
	workspaceId: workspace_id,
	additionalFields: z
		.object({ description, color, customFields: customFieldsBeside(boardBody) })
		.optional(),
});

export type BoardParameters = z.infer<typeof boardParameters>;

export function creation(parameters: BoardParameters): ApiRequest {
	const { name, workspaceId, additionalFields: { customFields, ...others } = {} } = parameters;
	const body: z.infer<typeof boardBody> = {
		name,
		workspace_id: integerId(workspaceId),
		...others,
	};
	return { ...CALLS.createBoard, body: { ...customFields, ...body } };
}

export const name: INodeProperties = {
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
		customFields,
	],
};
