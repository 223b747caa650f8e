import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

import { field } from '../../api/json';
import { OBJECT } from '../../approval/page';
import type { Operation } from '../operation';
import { approvalFields, approvalParameters } from './approvalFields';
import { createTask, taskFields } from './create.operation';

const isOptional = ({ name }: INodeProperties) => name === 'additionalFields';
const isRequired = ({ required }: INodeProperties) => required === true;

const SHOWN = [['title'], ['message'], ['additionalFields', 'description']];
const SHOW_JSON = `must not contain ${OBJECT} (to show an object, use {{ JSON.stringify($json) }} or, in a human review, {{ JSON.stringify($tool.parameters) }})`;

const parameters = taskFields.extend(approvalParameters.shape).superRefine((entered, context) => {
	for (const path of SHOWN.filter((one) => String(field(entered, ...one)).includes(OBJECT)))
		context.addIssue({ code: 'custom', path, message: SHOW_JSON });
});

export const sendAndWait: Operation<z.infer<typeof parameters>> = {
	option: {
		name: 'Create and Wait for Approval',
		value: 'sendAndWait',
		description: 'Create a task with a link, and wait until somebody approves or declines',
		action: 'Create task and wait for approval',
	},
	properties: [
		...createTask.properties.filter(isRequired),
		...approvalFields,
		...createTask.properties.filter(isOptional),
	],
	parameters,
	ask: ({ title, message, additionalFields, approvalOptions, limitWaitTime }) => {
		const options = approvalOptions?.values;
		return {
			title,
			message,
			description: additionalFields?.description,
			approveLabel: options?.approveLabel ?? 'Approve',
			declineLabel:
				options?.approvalType === 'single' ? undefined : (options?.disapproveLabel ?? 'Decline'),
			asksForName: options?.askForName === true,
			asksForComment: options?.askForComment === true,
			limit: limitWaitTime?.values,
		};
	},
	request: ({ additionalFields = {}, message, ...task }, invitation) => {
		const parts = [message, additionalFields.description, invitation];
		const description = parts.filter((part) => part !== undefined).join('\n\n');
		return createTask.request({ ...task, additionalFields: { ...additionalFields, description } });
	},
	response: createTask.response,
};
