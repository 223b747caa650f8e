import type { IExecuteFunctions } from 'n8n-workflow';

import { field, isFilledText } from '../../api/json';
import { CALLS } from '../../api/calls';
import { idInUrl, readTask } from '../../api/read/object';
import { MAX_DEEP_CREATES, type DeepCreates } from '../../ownTasks/deepCreates';
import { generationOf } from '../../ownTasks/generation';
import { OwnTasks } from '../../ownTasks/ownTasks';
import type { ApiRequest, Outcome, Send, Step } from '../../transport/outcome';
import { policyOf } from '../../transport/policy';

/** Generation 1 may be the reaction to a person who edits a task that the workflow created. */
const FIRST_COUNTED = 2;
export const IN_LOOP = {
	kind: 'inLoop' as const,
	cause: {
		message: `Not created: in ten minutes, a workflow creates at most ${MAX_DEEP_CREATES} tasks for tasks that it created for its own tasks`,
		hint: 'The event that started it looks like that of such a task. In the trigger, select the boards that start the workflow, and create tasks on others. If it is meant to start itself, turn off "Ignore Own Tasks".',
	},
};

/**
 * In an execution that a trigger of this package started, notes the new task for the trigger, and counts
 * the create. In a loop, it is not sent.
 */
export function ownTask(
	context: IExecuteFunctions,
	{ baseUrl, request }: { baseUrl: string; request: ApiRequest },
): Step {
	if (request.call !== CALLS.createTask) return (next) => next;
	const tasks = OwnTasks.open(context.getWorkflow().id, baseUrl);
	const generation = generationOf(context, tasks, baseUrl);
	if (generation === undefined) return (next) => next;
	const note: Step = (next) => async () => {
		const sentDate = new Date();
		const sent = next();
		const ids = sent.then(taskIdsIn, () => []);
		tasks.note(request.body, ids, { generation, sentDate });
		return await sent;
	};
	const isCounted = generation >= FIRST_COUNTED;
	return (next) => (isCounted ? count(tasks.deepCreates, note(next)) : note(next));
}

function count(deepCreates: DeepCreates, next: Send): Send {
	return async () => {
		const counted = deepCreates.count();
		if (counted === undefined) return IN_LOOP;
		const outcome = await next();
		if (policyOf(outcome).effect === 'none') deepCreates.takeBack(counted);
		return outcome;
	};
}

/** The IDs in the body and in the URL of the new task. Undefined if nothing was created. */
function taskIdsIn(outcome: Outcome): string[] | undefined {
	if (policyOf(outcome).effect === 'none') return undefined;
	const [task, ...others] = [field(outcome, 'body')].flat();
	const url = field(outcome, 'response', 'headers', 'location');
	return [others.length === 0 && readTask(task).id, idInUrl(url)].filter(isFilledText);
}
