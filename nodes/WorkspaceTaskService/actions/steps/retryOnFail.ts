import type { IExecuteFunctions } from 'n8n-workflow';

import type { Step } from '../../transport/outcome';
import { mayHaveCreated } from '../../transport/policy';
import type { Item, Run } from '../item';

type Completed = Run['completed'];

const remembered = new WeakMap<object, Completed>();

/**
 * The outcomes of earlier tries, also for identical items that these did not come to. Retry On Fail passes
 * the same execute-data object to each try, which is the key; a loop iteration, node or execution has its
 * own object.
 */
export function memoryOf(context: IExecuteFunctions): Pick<Run, 'completed' | 'shared'> {
	const run = runObject(context);
	const completed: Completed = remembered.get(run) ?? new Map<number, Item>();
	remembered.set(run, completed);
	const shared: Run['shared'] = new Map();
	for (const { sharedKey, outcome } of completed.values()) {
		const isShared = sharedKey !== undefined && outcome !== undefined;
		if (isShared) shared.set(sharedKey, Promise.resolve(outcome));
	}
	return { completed, shared };
}

/** n8n runs all items again if one fails: one that may have created something keeps its outcome. */
export function keepForRetryOnFail(completed: Completed, item: Item): Step {
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
	if (data.node.id === context.getNode().id) return data;
	return context.getInputData()[0]?.json ?? {};
}
