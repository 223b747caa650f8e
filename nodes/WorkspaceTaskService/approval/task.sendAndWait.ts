import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

import type { Operation } from '../operations/operation';
import { createTask, taskParameters } from '../operations/task.create';
import { approvalFields, approvalPattern, approvalParameters } from './approvalFields';
import { askQuestion, describeTask } from './question';
import { makeFailureFields, insertToolParametersIntoMessage } from './review';
import { requireCanWait, waitOrRefuse } from './wait';

const parameters = taskParameters.extend(approvalParameters.shape);

const isOptional = ({ name }: INodeProperties) => name === 'additionalFields';
const isRequired = ({ required }: INodeProperties) => required === true;

/** A task with a link. The execution waits until somebody follows it and decides. */
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
	call: createTask.call,
	request: createTask.request,
	response: createTask.response,
	builderHint: approvalPattern,
	extension: {
		readFields: (context, entered, itemIndex) => {
			requireCanWait(context);
			return insertToolParametersIntoMessage(context, entered, itemIndex);
		},
		begin: (context, parameters) => {
			const question = askQuestion(context, parameters);
			const description = describeTask(context, question);
			const additionalFields = { ...parameters.additionalFields, description };
			return { ...parameters, additionalFields };
		},
		end: waitOrRefuse,
		failureFields: makeFailureFields,
	},
};
