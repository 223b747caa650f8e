import type { z } from 'zod';

import type { Operation } from '../operation';
import { approvalFields, approvalParameters } from './approvalFields';
import { createTask, taskFields } from './create.operation';

const isOptional = ({ name }: { name: string }) => name === 'additionalFields';

const parameters = taskFields.extend(approvalParameters.shape);

export const sendAndWait: Operation<z.infer<typeof parameters>> = {
	option: {
		name: 'Create and Wait for Approval',
		value: 'sendAndWait',
		description: 'Create a task with a link, and wait until somebody approves or declines',
		action: 'Create task and wait for approval',
	},
	properties: [
		...createTask.properties.filter((one) => !isOptional(one)),
		...approvalFields,
		...createTask.properties.filter(isOptional),
	],
	parameters,
	ask: ({ title, message, approvalOptions, limitWaitTime }) => {
		const options = approvalOptions?.values;
		return {
			title,
			message,
			approveLabel: options?.approveLabel ?? 'Approve',
			declineLabel:
				options?.approvalType === 'single' ? undefined : (options?.disapproveLabel ?? 'Decline'),
			asksForComment: options?.askForComment === true,
			limit: limitWaitTime?.values,
		};
	},
	request: ({ additionalFields = {}, message, ...task }, link) => {
		const parts = [message, additionalFields.description, `Answer here: ${link}`];
		const description = parts.filter((part) => part !== undefined).join('\n\n');
		return createTask.request({ ...task, additionalFields: { ...additionalFields, description } });
	},
	response: createTask.response,
};
