import { z } from 'zod';

import { dueDateField } from '../fields/commonFields';
import { customFieldRows, makeCustomFieldRowsSchema } from '../fields/customFieldRows';
import { customFieldsField, makeCustomFieldsSchema } from '../fields/customFields';
import { boardLocator } from '../fields/locators';
import { CALLS, taskBody } from '../service/calls';
import { readCreated } from '../service/responses';
import { FIRST_DAY } from '../service/values/days';
import { toRawNumberIfLarge } from '../service/values/ids';
import { createTaskPattern, TASK_LIMITS } from '../shared/builderHints';
import type { Operation } from './operation';

const { title, board_id, description, due_date, priority } = taskBody.shape;

export const taskParameters = z.object({
	boardId: board_id,
	title,
	additionalFields: z
		.object({
			description,
			dueDate: due_date,
			priority,
			customFields: makeCustomFieldsSchema(taskBody),
			customFieldRows: makeCustomFieldRowsSchema(taskBody),
		})
		.optional(),
});

export const createTask: Operation<z.infer<typeof taskParameters>> = {
	option: {
		name: 'Create',
		value: 'create',
		description: 'Create a task on a board, with a due date and priority if needed',
		action: 'Create task',
	},
	properties: [
		{
			displayName: TASK_LIMITS,
			name: 'limitsNotice',
			type: 'notice',
			default: '',
		},
		boardLocator,
		{
			displayName: 'Title',
			name: 'title',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Call the supplier',
			description: 'The title of the task',
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				{
					displayName: 'Description',
					name: 'description',
					type: 'string',
					typeOptions: { rows: 4 },
					default: '',
					placeholder: 'e.g. Ask for a delivery date',
					description: 'Free text shown in the task',
				},
				dueDateField,
				{
					displayName: 'Priority',
					name: 'priority',
					type: 'string',
					default: '',
					placeholder: 'e.g. high',
					hint: 'Only "high" is documented; other values may work',
					description: 'How urgent the task is',
				},
				customFieldRows,
				customFieldsField,
			],
		},
	],
	parameters: taskParameters,
	call: CALLS.createTask,
	request: ({ boardId, title, additionalFields = {} }) => {
		const { dueDate, customFields, customFieldRows, ...optional } = additionalFields;
		const body: z.infer<typeof taskBody> = {
			title,
			board_id: toRawNumberIfLarge(boardId),
			due_date: dueDate,
			...optional,
		};
		return { body: { ...customFields, ...customFieldRows, ...body } };
	},
	response: readCreated('task'),
	findWarning: ({ additionalFields }) =>
		additionalFields?.dueDate === FIRST_DAY
			? `The due date is ${FIRST_DAY}: an expression that returned 0 or an empty date becomes this day.`
			: undefined,
	builderHint: createTaskPattern,
};
