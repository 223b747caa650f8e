import { z } from 'zod';

import { created } from '../../api/answers';
import { boardRequest } from '../../api/schemas';
import type { BoardRequest } from '../../api/types';
import { workspaceLocator } from '../locators';
import type { Operation } from '../operation';

const { name, workspace_id, description, color } = boardRequest.shape;

const parameters = z.object({
	name,
	workspaceId: workspace_id,
	additionalFields: z.object({ description, color }).optional(),
});

/** API: POST /api/v1/boards */
export const createBoard: Operation<z.infer<typeof parameters>> = {
	option: {
		name: 'Create',
		value: 'create',
		description: 'Create a board in a workspace',
		action: 'Create a board',
	},
	properties: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Product launch',
			description: 'The name of the new board',
		},
		{
			...workspaceLocator,
			description: 'The workspace that gets the board',
			hint: 'Leave empty to let the service decide',
		},
		{
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
			],
		},
	],
	parameters,
	request: ({ name, workspaceId, additionalFields }) => ({
		method: 'POST',
		path: '/api/v1/boards',
		effect: 'The board may have been created',
		body: { name, workspace_id: workspaceId, ...additionalFields } satisfies BoardRequest,
	}),
	response: created,
};
