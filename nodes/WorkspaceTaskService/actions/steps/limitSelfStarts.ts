import type { IExecuteFunctions } from 'n8n-workflow';

import { CALLS } from '../../api/calls';
import { MAX_DEEP_CREATES } from '../../ownTasks/deepCreates';
import { lineageOf } from '../../ownTasks/generation';
import { policyOf, type ApiRequest, type Step } from '../../transport/outcome';

/** Generation 1 may be the reaction to a person who edits a task that the workflow created. */
const FIRST_COUNTED = 2;
export const IN_LOOP = {
	kind: 'inLoop' as const,
	cause: {
		message: `Not created: in ten minutes, a workflow creates at most ${MAX_DEEP_CREATES} tasks for tasks that it created for its own tasks`,
		hint: 'The event that started it looks like that of such a task. In the trigger, select the boards that start the workflow, and create tasks on others. If it is meant to start itself, turn off "Ignore Own Tasks".',
	},
};

/** Loop protection: a create of generation 2 or more is counted, or not sent. */
export function limitSelfStarts(
	context: IExecuteFunctions,
	baseUrl: string,
	request: ApiRequest,
): Step {
	if (request.call !== CALLS.createTask) return (next) => next;
	const lineage = lineageOf(context, baseUrl);
	if (lineage === undefined || lineage.generation < FIRST_COUNTED) return (next) => next;
	const { deepCreates } = lineage.tasks;
	return (next) => async () => {
		const counted = deepCreates.count();
		if (counted === undefined) return IN_LOOP;
		const outcome = await next();
		if (policyOf(outcome).effect === 'none') deepCreates.takeBack(counted);
		return outcome;
	};
}
