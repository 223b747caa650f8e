import type { IExecuteFunctions } from 'n8n-workflow';

import { CALLS } from '../../api/calls';
import { field, isFilledText } from '../../api/json';
import { idInUrl, readTask } from '../../api/read/task';
import { lineageOf } from '../../ownTasks/generation';
import { policyOf, type ApiRequest, type Outcome, type Step } from '../../transport/outcome';

/** In an execution that a trigger of this package started, notes the new task for the trigger. */
export function noteOwnTask(
	context: IExecuteFunctions,
	baseUrl: string,
	request: ApiRequest,
): Step {
	if (request.call !== CALLS.createTask) return (next) => next;
	const lineage = lineageOf(context, baseUrl);
	if (lineage === undefined) return (next) => next;
	const { tasks, generation } = lineage;
	return (next) => async () => {
		const sentDate = new Date();
		const sent = next();
		const ids = sent.then(taskIdsIn, () => []);
		tasks.note(request.body, ids, { generation, sentDate });
		return await sent;
	};
}

/** The IDs in the body and in the URL of the new task. Undefined if nothing was created. */
function taskIdsIn(outcome: Outcome): string[] | undefined {
	if (policyOf(outcome).effect === 'none') return undefined;
	const tasks = [field(outcome, 'body')].flat();
	const ids: unknown[] = [];
	if (tasks.length === 1) ids.push(readTask(tasks[0]).id);
	const location = field(outcome, 'response', 'headers', 'location');
	ids.push(idInUrl(location));
	return ids.filter(isFilledText);
}
