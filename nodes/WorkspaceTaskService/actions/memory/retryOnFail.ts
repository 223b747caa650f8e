import type { IExecuteFunctions } from 'n8n-workflow';

import type { ApiRequest, Outcome, Send } from '../../transport/outcome';
import { mayHaveTakenEffect } from '../../transport/retry';
import type { WantedBoard } from '../operation';
import type { SharedOutcomes } from './share';

/** The checked fields of one item, and the request they make. */
export interface PreparedItem {
	parameters: unknown;
	request: ApiRequest;
	/** Other items of the run with the same one share the outcome. */
	sharedKey?: string;
	/** A board to look for first. */
	wanted?: WantedBoard;
	/** What the item may be created once for. */
	onceKey?: string;
}

export interface CompletedItem extends PreparedItem {
	outcome: Outcome;
}

/** Item → what it created, or may have created, and must not ask for again. */
export type CompletedItems = Map<number, CompletedItem>;

const remembered = new WeakMap<object, CompletedItems>();

/**
 * Outcomes of previous tries. Retry On Fail passes each try the same execute-data object, which is
 * the key; another round of a loop, node or execution has another.
 */
export function completedItems(context: IExecuteFunctions): CompletedItems {
	const run = runObject(context);
	const items = remembered.get(run) ?? new Map<number, CompletedItem>();
	remembered.set(run, items);
	return items;
}

/** n8n runs all items again if one fails: an item that may have had an effect keeps its outcome. */
export function retryOnFail(items: CompletedItems, index: number, plan: PreparedItem) {
	return (next: Send): Send =>
		async () => {
			const completed = items.get(index);
			if (completed !== undefined) return completed.outcome;
			const outcome = await next();
			if (mayHaveTakenEffect(plan.request.method, outcome)) items.set(index, { ...plan, outcome });
			return outcome;
		};
}

/** What identical items get after a previous try. */
export function sharedBefore(items: CompletedItems): SharedOutcomes {
	return new Map(
		[...items.values()].flatMap(({ sharedKey, outcome }) =>
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
