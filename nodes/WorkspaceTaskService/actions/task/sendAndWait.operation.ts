import type { INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';

import { field } from '../../api/json';
import { hasNoObject } from '../../api/values';
import { approvalHint } from '../../approval/builderHint';
import { approvalFields } from '../../approval/fields';
import { approvalParameters } from '../../approval/parameters';
import { storeQuestion } from '../../approval/question';
import { failureFields } from '../../approval/review';
import { shownFields } from '../../approval/shownFields';
import { OBJECT } from '../../approval/visibleText';
import { checkCanWait } from '../../approval/wait/canWait';
import { waitOrRefuse } from '../../approval/wait/wait';
import type { Operation } from '../operation';
import { createTask, taskFields } from './create.operation';

const OPTIONS = ['approvalOptions', 'values'];
/** Besides the fields of every task. */
const SHOWN = [['message'], [...OPTIONS, 'approveLabel'], [...OPTIONS, 'disapproveLabel']];
const SHOW_JSON = `must not contain ${OBJECT} (to show an object, use {{ JSON.stringify($json) }} or, in a human review, {{ JSON.stringify($tool.parameters) }})`;

const parameters = taskFields.extend(approvalParameters.shape).superRefine((entered, context) => {
	for (const path of SHOWN) {
		const text = String(field(entered, ...path));
		const issue = { code: 'custom', path, message: SHOW_JSON } as const;
		if (!hasNoObject(text)) context.addIssue(issue);
	}
});

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
