import type { IExecuteFunctions } from 'n8n-workflow';

import type { ApiRequest, Outcome } from '../../transport/outcome';
import { mayExist } from '../../transport/retry';

/** The checked fields of one item, and the request they make. */
export interface Plan {
	parameters: unknown;
	request: ApiRequest;
	/** Other items of the run with the same one share the outcome. */
	sharedKey?: string;
	/** What the item may be created once for. */
	onceKey?: string;
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

/** Whether something was created for the item, or may have been. */
export function hasEffect(completed: CompletedItems, index: number): boolean {
	const attempt = completed.get(index);
	return attempt !== undefined && mayExist(attempt.request.method, attempt.outcome);
}

/** What further items with the same key get. */
export function sharedOutcomes(completed: CompletedItems): Map<string, Promise<Outcome>> {
	const attempts = [...completed.values()];
	return new Map(
		attempts.flatMap(({ sharedKey, outcome }) =>
			sharedKey === undefined ? [] : [[sharedKey, Promise.resolve(outcome)]],
		),
	);
}

/** A tool gets the execute data of its agent; only its arguments are its own. */
function runObject(context: IExecuteFunctions): object {
	const data = context.getExecuteData();
	if (data.node.id === context.getNode().id) return data;
	return context.getInputData()[0]?.json ?? {};
}
