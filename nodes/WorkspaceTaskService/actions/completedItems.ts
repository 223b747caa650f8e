import type { IExecuteFunctions } from 'n8n-workflow';

import type { ApiRequest, Outcome } from '../transport/outcome';

/** The checked fields of one item, and the request they make. */
export interface Plan {
	parameters: unknown;
	request: ApiRequest;
}

export interface Attempt extends Plan {
	outcome: Outcome;
}

/** Item → what it created, or may have created, and must not ask for again. */
export type CompletedItems = Map<number, Attempt>;

const remembered = new WeakMap<object, CompletedItems>();

/**
 * Outcomes of previous tries. Retry On Fail passes each try the same execute-data object, which is
 * the key; another round of a loop, node or execution has another.
 */
export function completedItems(context: IExecuteFunctions): CompletedItems {
	const run = runObject(context);
	const items = remembered.get(run) ?? new Map<number, Attempt>();
	remembered.set(run, items);
	return items;
}

/** A tool gets the execute data of its agent; only its arguments are its own. */
function runObject(context: IExecuteFunctions): object {
	const data = context.getExecuteData();
	if (data.node.id === context.getNode().id) return data;
	return context.getInputData()[0]?.json ?? {};
}
