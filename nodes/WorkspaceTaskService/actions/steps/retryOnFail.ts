import type { IExecuteFunctions } from 'n8n-workflow';

import type { Step } from '../../transport/outcome';
import { mayHaveCreated } from '../../transport/policy';
import type { Item, Run } from '../item';

export type Memory = Pick<Run, 'completed' | 'shared'>;

/** By the execute-data object of the run. */
const remembered = new WeakMap<object, Run['completed']>();

/**
 * The outcomes of earlier tries, also for identical items that the earlier tries did not reach. Retry On
 * Fail passes the same execute-data object to each try; a loop iteration, node or execution has its own.
 */
export function openMemory(context: IExecuteFunctions): Memory {
	const run = runObject(context);
	const completed: Run['completed'] = remembered.get(run) ?? new Map();
	remembered.set(run, completed);
	const shared: Run['shared'] = new Map();
	for (const { sharedKey, outcome } of completed.values()) {
		const isShared = sharedKey !== undefined && outcome !== undefined;
		if (isShared) shared.set(sharedKey, Promise.resolve(outcome));
	}
	return { completed, shared };
}

/** n8n runs all items again if one fails: an item that may have created something keeps its outcome. */
export function keepForRetryOnFail({ completed }: Pick<Run, 'completed'>, item: Item): Step {
	return (next) => async () => {
		if (item.outcome !== undefined) return item.outcome;
		const outcome = await next();
		const isKept = mayHaveCreated(item.request.call, outcome);
		if (isKept) completed.set(item.index, { ...item, outcome });
		return outcome;
	};
}

/** A tool gets the execute data of its agent; only its arguments are its own. */
function runObject(context: IExecuteFunctions): object {
	const data = context.getExecuteData();
	const isTool = data.node.id !== context.getNode().id;
	if (!isTool) return data;
	const [input] = context.getInputData();
	return input?.json ?? {};
}
