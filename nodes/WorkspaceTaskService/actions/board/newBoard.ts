import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { nameOfBoard } from '../../api/read/board';
import { boardBody } from '../../api/calls';
import { nameKey } from '../../api/boards';
import { integerId, type WithRawNumbers } from '../../api/values/ids';
import { customFields, customFieldsBeside } from '../fields/customFields';
import type { RequestParts, ServiceObject } from '../operation';
import { quotedName } from './quotedName';

const { name, workspace_id, description, color } = boardBody.shape;

export const newBoardFields = z.object({
	name,
	workspaceId: workspace_id,
	additionalFields: z
		.object({ description, color, customFields: customFieldsBeside(boardBody) })
		.optional(),
});

export type NewBoard = z.infer<typeof newBoardFields>;

export function requestBoard(entered: NewBoard): RequestParts {
	const { name, workspaceId, additionalFields = {} } = entered;
	const { customFields, ...optional } = additionalFields;
	const body: WithRawNumbers<z.infer<typeof boardBody>> = {
		name,
		workspace_id: integerId(workspaceId),
		...optional,
	};
	return { body: { ...customFields, ...body } };
}

/** Under a name that was not sent, Find or Create does not find the board, and creates it in each run. */
export function warnOfOtherName({ name }: NewBoard, board: ServiceObject): string | undefined {
	const nameOfService = nameOfBoard(board);
	if (nameOfService === undefined || nameKey(nameOfService) === nameKey(name)) return undefined;
	const sent = quotedName(name);
	return `The service named the board ${quotedName(nameOfService)}, not ${sent}. Find or Create will not find it by the name ${sent}.`;
}

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
		customFields,
	],
};
