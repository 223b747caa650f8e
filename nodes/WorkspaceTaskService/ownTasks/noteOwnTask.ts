import type { IExecuteFunctions } from 'n8n-workflow';

import { CALLS } from '../api/calls';
import { field } from '../api/json';
import { readTask } from '../api/read/task';
import { policyOf, type ApiRequest, type Outcome, type Step } from '../transport/outcome';
import { idInUrl, MAX_CREATES } from './ownTasks';
import { startOf } from './start';

export const IN_LOOP = {
	kind: 'inLoop' as const,
	cause: {
		message: `Not created: in ten minutes, a workflow creates at most ${MAX_CREATES} tasks for its own tasks`,
		hint: 'The event that started it looks like that of a task that it created. In the trigger, select the boards that start the workflow, and create tasks on others. If it is meant to start itself, turn off "Ignore Own Tasks".',
	},
};

interface Run {
	context: IExecuteFunctions;
	client: { account: { baseUrl: string } };
}

/**
 * In an execution that a trigger of this package started, notes the task that is created, for the trigger.
 * If the event of an own task started the execution, the create is counted, or not sent.
 */
export function noteOwnTask({ context, client }: Run, { request }: { request: ApiRequest }): Step {
	const isCreate = request.call === CALLS.createTask;
	const start = isCreate ? startOf(context, client.account.baseUrl) : undefined;
	if (start === undefined) return (next) => next;
	const { tasks, isOwn } = start;
	return (next) => async () => {
		if (isOwn && tasks.isFull()) return IN_LOOP;
		const sent = next();
		const task = { title: field(request.body, 'title'), isForOwn: isOwn };
		// An interrupted create may have created the task.
		await tasks.note(
			task,
			sent.then(
				(outcome) => createdId(outcome, request.body),
				() => '',
			),
		);
		return await sent;
	};
}

/** Undefined if nothing was created, empty if the response has no ID. */
function createdId(outcome: Outcome, sent: unknown): string | undefined {
	if (policyOf(outcome).effect === 'none') return undefined;
	const url = field(outcome, 'response', 'headers', 'location');
	return readTask(field(outcome, 'body'), sent).id ?? idInUrl(url) ?? '';
}
