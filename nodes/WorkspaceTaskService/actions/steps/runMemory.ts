import type { IExecuteFunctions } from 'n8n-workflow';

import type { Run } from '../item';

export type Memory = Pick<Run, 'completed' | 'shared'>;

/** By the execute-data object of the run. */
const completedItems = new WeakMap<object, Run['completed']>();

/**
 * The outcomes of earlier tries, also for identical items that the earlier tries did not reach. Retry On
 * Fail passes the same execute-data object to each try; a loop iteration, node or execution has its own.
 */
export function openMemory(context: IExecuteFunctions): Memory {
	const run = runObject(context);
	const completed: Run['completed'] = completedItems.get(run) ?? new Map();
	completedItems.set(run, completed);
	const shared: Run['shared'] = new Map();
	for (const { sharedKey, outcome } of completed.values()) {
		const isShared = sharedKey !== undefined && outcome !== undefined;
		if (isShared) shared.set(sharedKey, Promise.resolve(outcome));
	}
	return { completed, shared };
}

/** A tool gets the execute data of its agent; only its arguments are its own. */
function runObject(context: IExecuteFunctions): object {
	const data = context.getExecuteData();
	const isTool = data.node.id !== context.getNode().id;
	if (!isTool) return data;
	const [input] = context.getInputData();
	return input?.json ?? {};
}
