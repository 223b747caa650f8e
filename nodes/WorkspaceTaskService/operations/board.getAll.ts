import { z } from 'zod';

import { workspaceLocator } from '../fields/locators';
import { CALLS, boardsQuery } from '../service/calls';
import { boardList } from '../service/responses';
import { trueOrFalse, makeWholeNumberSchema } from '../service/values/schemas';
import type { Operation } from './operation';

const { workspace_id, archived } = boardsQuery.shape;

const parameters = z.object({
	returnAll: trueOrFalse,
	limit: makeWholeNumberSchema(1),
	filters: z.object({ workspaceId: workspace_id, includeArchived: archived }).optional(),
});

/** API: GET /api/v1/boards. No pages are documented, so Limit cuts the list that was received. */
export const getAllBoards: Operation<z.infer<typeof parameters>> = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		description: 'List the boards that the account can see',
		action: 'Get many boards',
	},
	properties: [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
			displayOptions: { show: { returnAll: [false] } },
		},
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add Filter',
			default: {},
			options: [
				{
					displayName: 'Include Archived',
					name: 'includeArchived',
					type: 'boolean',
					default: true,
					description: 'Whether to return archived boards too',
				},
				{
					...workspaceLocator,
					default: { __rl: true, mode: 'list', value: '' },
					description: 'Only boards of this workspace',
				},
			],
		},
	],
	parameters,
	call: CALLS.listBoards,
	request: ({ filters = {} }) => ({
		query: {
			workspace_id: filters.workspaceId,
			archived: filters.includeArchived,
		} satisfies z.infer<typeof boardsQuery>,
	}),
	response: boardList,
	list: { maxEntries: ({ returnAll, limit }) => (returnAll ? Infinity : limit) },
};
