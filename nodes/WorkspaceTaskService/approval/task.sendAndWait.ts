import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

import type { Operation } from '../operations/operation';
import { createTask, taskParameters } from '../operations/task.create';
import { approvalFields, approvalPattern, approvalParameters } from './approvalFields';
import { describeTask, makeQuestion, saveQuestion } from './question';
import { makeFailureFields, showToolParametersAsJson } from './review';
import { requireCanWait, waitForAnswer } from './wait';

const parameters = taskParameters.extend(approvalParameters.shape);

type Parameters = z.infer<typeof parameters>;

const isOptional = ({ name }: INodeProperties) => name === 'additionalFields';
const isRequired = ({ required }: INodeProperties) => required === true;

/** A task with a link. The execution waits until somebody follows it and decides. */
export const sendAndWait: Operation<Parameters> = {
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
		requirePossible: requireCanWait,
		adjustFields: showToolParametersAsJson,
		begin: saveQuestionAndAddLink,
		end: waitForAnswer,
		failureFields: makeFailureFields,
	},
};

/** Saves the question with the execution. The link to it is in the description of the task. */
function saveQuestionAndAddLink(context: IExecuteFunctions, checked: Parameters): Parameters {
	const question = makeQuestion(context, checked);
	saveQuestion(context, question);
	const description = describeTask(context, question);
	return { ...checked, additionalFields: { ...checked.additionalFields, description } };
}
