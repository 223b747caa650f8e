import { z } from 'zod';

import { created } from '../../api/responses';
import { taskRequest } from '../../api/requests';
import type { TaskRequest } from '../../api/types';
import { customFields, customFieldsOf } from '../jsonFields';
import { boardLocator } from '../fields';
import type { Operation } from '../operation';

const { title, board_id, description, due_date, priority } = taskRequest.shape;

const parameters = z.object({
	boardId: board_id,
	title,
	additionalFields: z
		.object({
			description,
			dueDate: due_date,
			priority,
			customFields: customFieldsOf(taskRequest),
		})
		.optional(),
});

/** API: POST /api/v1/tasks */
export const createTask: Operation<z.infer<typeof parameters>> = {
	option: {
		name: 'Create',
		value: 'create',
		description: 'Create a task on a board, with a due date and priority if needed',
		action: 'Create a task',
	},
	properties: [
		boardLocator,
		{
			displayName: 'Title',
			name: 'title',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Call the supplier',
			description: 'What is to be done',
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				customFields,
				{
					displayName: 'Description',
					name: 'description',
					type: 'string',
					typeOptions: { rows: 4 },
					default: '',
					placeholder: 'e.g. Ask for a delivery date',
					description: 'Free text shown in the task',
				},
				{
					displayName: 'Due Date',
					name: 'dueDate',
					type: 'dateTime',
					typeOptions: { dateOnly: true },
					default: '',
					description:
						'The day the task is due. Only the date is used; a time or time zone is ignored.',
				},
				{
					displayName: 'Priority',
					name: 'priority',
					type: 'string',
					default: '',
					placeholder: 'e.g. high',
					description: 'The service documents "high"; it may know others',
				},
			],
		},
	],
	parameters,
	request: ({ boardId, title, additionalFields: { dueDate, customFields, ...others } = {} }) => ({
		method: 'POST',
		path: '/api/v1/tasks',
		effect: 'The task may have been created',
		body: {
			...customFields,
			...({ title, board_id: boardId, due_date: dueDate, ...others } satisfies TaskRequest),
		},
	}),
	response: created,
};
