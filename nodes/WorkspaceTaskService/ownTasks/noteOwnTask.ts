import { getPolicy, type ApiRequest, type Outcome, type Step } from '../outcome';
import { getMember } from '../reading/json';
import { readTask } from '../reading/object';
import { CALLS } from '../service/calls';
import { findTaskId, MAX_CREATES } from './ownTasks';
import type { ExecutionOrigin } from './origin';

export const IN_LOOP = {
	kind: 'inLoop' as const,
	cause: {
		message: `Not created: a workflow creates at most ${MAX_CREATES} tasks, one because of the other`,
		hint: 'The event that started it looks like that of a task that it created. In the trigger, select the boards that start the workflow, and create tasks on others. If it is meant to start itself, turn off "Ignore Own Tasks".',
	},
};

interface CreatingRun {
	/** Undefined in an execution that no trigger of this package started. */
	origin?: ExecutionOrigin;
}

/**
 * In an execution that a trigger of this package started, notes the task that is created: in the memory of
 * the process, and where deliveries are received elsewhere, in n8n's database. If an event that may be about
 * an own task started the execution, the create counts for its chain, or is not sent.
 */
export function noteOwnTask({ origin }: CreatingRun, { request }: { request: ApiRequest }): Step {
	if (origin === undefined || request.call !== CALLS.createTask) return (next) => next;
	const { tasks, sharedIds, chain, continuesChain } = origin;
	return (next) => async () => {
		if (continuesChain && tasks.countCreates(chain) >= MAX_CREATES) return IN_LOOP;
		const sentDate = new Date();
		const sent = next();
		const readId = (outcome: Outcome) => readCreatedId(outcome, request.body);
		const createdId = sent.then(readId, () => INTERRUPTED);
		await tasks.noteCreate(
			{ title: getMember(request.body, 'title'), chain, continuesChain },
			createdId,
		);
		const id = await createdId;
		if (id) sharedIds?.add(id, sentDate);
		return await sent;
	};
}

/** It may have created the task. */
const INTERRUPTED = '';

/** Undefined if nothing was created, empty if the response has no ID. */
function readCreatedId(outcome: Outcome, sent: unknown): string | undefined {
	if (getPolicy(outcome).effect === 'none') return undefined;
	const url = getMember(outcome, 'response', 'headers', 'location');
	return readTask(getMember(outcome, 'body'), sent).id ?? findTaskId(url) ?? '';
}
