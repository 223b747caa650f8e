import { getPolicy, type ApiRequest, type Outcome, type Step } from '../outcome';
import { getMember } from '../reading/json';
import { readCreatedTask } from '../reading/object';
import { CALLS } from '../service/calls';
import type { ExecutionOrigin } from './origin';
import { findTaskId, type CreatedId } from './ownTasks';

/**
 * In an execution that a trigger of this package started, records the task that is created: in the memory of
 * the process, and where deliveries are received elsewhere, in n8n's database. If the execution continues a
 * chain, the create counts for it.
 */
export function recordOwnTask(
	{ origin }: { origin?: ExecutionOrigin },
	{ request }: { request: ApiRequest },
): Step {
	if (origin === undefined || request.call !== CALLS.createTask) return (next) => next;
	const { tasks, idsInDatabase, chain, continuesChain } = origin;
	return (next) => async () => {
		const sentDate = new Date();
		const sent = next();
		const readId = (outcome: Outcome) => readCreatedId(outcome, request.body);
		const createdId = sent.then(readId, () => INTERRUPTED);
		const title = getMember(request.body, 'title');
		await tasks.trackCreateInFlight({ title, chain, continuesChain }, createdId);
		const id = await createdId;
		if (id) idsInDatabase?.addInBackground(id, sentDate);
		return await sent;
	};
}

/** It may have created the task. */
const INTERRUPTED = '';

function readCreatedId(outcome: Outcome, sent: unknown): CreatedId {
	if (getPolicy(outcome).tookEffect === 'no') return undefined;
	const url = getMember(outcome, 'response', 'headers', 'location');
	return readCreatedTask(getMember(outcome, 'body'), sent).id ?? findTaskId(url) ?? '';
}
