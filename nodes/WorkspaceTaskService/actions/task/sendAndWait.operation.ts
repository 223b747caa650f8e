import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

import { field } from '../../api/json';
import { OBJECT, shownFields } from '../../approval/page';
import { checkCanWait, storeQuestion, waitOrSkip, type Question } from '../../approval/wait';
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

type Parameters = z.infer<typeof parameters>;

export function questionOf({ title, message, additionalFields, ...others }: Parameters): Question {
	const options = others.approvalOptions?.values;
	const isSingle = options?.approvalType === 'single';
	return {
		title,
		message,
		description: additionalFields?.description,
		approveLabel: options?.approveLabel ?? 'Approve',
		declineLabel: isSingle ? undefined : (options?.disapproveLabel ?? 'Decline'),
		asksForName: options?.askForName === true,
		asksForComment: options?.askForComment === true,
		limit: others.limitWaitTime?.values,
	};
}

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
	extension: {
		checkRun: checkCanWait,
		readFields: shownFields,
		begin: (context, parameters) => {
			const { message, additionalFields = {} } = parameters;
			const invitation = storeQuestion(context, questionOf(parameters));
			const parts = [message, additionalFields.description, invitation];
			const description = parts.filter((part) => part !== undefined).join('\n\n');
			return { ...parameters, additionalFields: { ...additionalFields, description } };
		},
		end: waitOrSkip,
	},
};
