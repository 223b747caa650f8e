import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

import { approvalHint } from '../../approval/builderHint';
import { approvalFields } from '../../approval/fields';
import { approvalParameters } from '../../approval/parameters';
import { storeQuestion } from '../../approval/question';
import { failureFields } from '../../approval/review';
import { shownFields } from '../../approval/shownFields';
import { checkCanWait } from '../../approval/wait/canWait';
import { waitOrRefuse } from '../../approval/wait/wait';
import type { Operation } from '../operation';
import { createTask, taskFields } from './create.operation';

const parameters = taskFields.extend(approvalParameters.shape);

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
	builderHint: approvalHint,
	extension: {
		checkRun: checkCanWait,
		readFields: shownFields,
		begin: (context, parameters) => {
			const description = storeQuestion(context, parameters);
			const additionalFields = { ...parameters.additionalFields, description };
			return { ...parameters, additionalFields };
		},
		end: waitOrRefuse,
		failureFields,
	},
};
