import type { ApiRequest, Step } from '../outcome';
import { CALLS } from '../service/calls';
import type { ExecutionOrigin } from './origin';
import { MAX_CREATES } from './ownTasks';

export const IN_LOOP = {
	kind: 'inLoop' as const,
	cause: {
		message: `Not created: this workflow has already created ${MAX_CREATES} tasks in a chain, each started by the one before`,
		hint: 'The event that started it looks like that of a task that it created. In the trigger, select the boards that start the workflow, and create tasks on others. If it is meant to start itself, turn off "Ignore Own Tasks".',
	},
};

/** Refuses to create a task if the execution continues a chain that has its tasks already. */
export function limitCreatesInChain(
	{ origin }: { origin?: ExecutionOrigin },
	{ request }: { request: ApiRequest },
): Step {
	if (!origin?.continuesChain || request.call !== CALLS.createTask) return (next) => next;
	const { tasks, chain } = origin;
	return (next) => async () => {
		if (tasks.countCreates(chain) >= MAX_CREATES) return IN_LOOP;
		return await next();
	};
}
