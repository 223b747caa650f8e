import type { z } from 'zod';

import type { Operation } from '../operation';
import { approvalFields, limitOf, questionOf } from './approvalFields';
import { createTask, taskFields } from './create.operation';

const parameters = taskFields.extend(approvalFields.parameters.shape);

export const sendAndWait: Operation<z.infer<typeof parameters>> = {
	option: {
		name: 'Create and Wait for Approval',
		value: 'sendAndWait',
		description: 'Create a task with a link, and wait until somebody approves or declines',
		action: 'Create task and wait for approval',
	},
	properties: [...createTask.properties, ...approvalFields.properties],
	parameters,
	ask: (entered) => ({ question: questionOf(entered), limit: limitOf(entered) }),
	request: ({ additionalFields = {}, message, ...task }, link) => {
		const parts = [message, additionalFields.description, `Answer here: ${link}`];
		const description = parts.filter((part) => part !== undefined).join('\n\n');
		return createTask.request({ ...task, additionalFields: { ...additionalFields, description } });
	},
	response: createTask.response,
};
