import type { IExecuteFunctions } from 'n8n-workflow';

import type { ApiRequest, Outcome, Send } from '../../transport/outcome';
import { mayHaveTakenEffect } from '../../transport/retry';
import type { WantedBoard } from '../operation';

export interface PreparedItem {
	parameters: unknown;
	request: ApiRequest;
	sharedKey?: string;
	wanted?: WantedBoard;
	onceKey?: string;
}

interface CompletedItem extends PreparedItem {
	outcome: Outcome;
}

type CompletedItems = Map<number, CompletedItem>;

export interface RunMemory {
	/** Item → what it created, or may have created, and must not ask for again. */
	completed: CompletedItems;
	/** Of identical items, by what they share. */
	shared: Map<string, Promise<Outcome>>;
}

/** Not shared: they may concern the item's other fields, or its key. */
const OWN_KINDS: Array<Outcome['kind']> = ['refused', 'skipped'];

const remembered = new WeakMap<object, CompletedItems>();

/**
 * With the outcomes of previous tries, also for identical items that they did not come to. Retry On
 * Fail passes each try the same execute-data object, which is the key; another round of a loop, node
 * or execution has another.
 */
export function memoryOf(context: IExecuteFunctions): RunMemory {
	const run = runObject(context);
	const completed = remembered.get(run) ?? new Map<number, CompletedItem>();
	remembered.set(run, completed);
	const shared: RunMemory['shared'] = new Map();
	for (const { sharedKey, outcome } of completed.values())
		if (sharedKey !== undefined) shared.set(sharedKey, Promise.resolve(outcome));
	return { completed, shared };
}

/** n8n runs all items again if one fails: one that may have created something keeps its outcome. */
export function retryOnFail(items: CompletedItems, index: number, item: PreparedItem) {
	const { method, isIdempotent } = item.request;
	return (next: Send): Send =>
		async () => {
			const completed = items.get(index);
			if (completed !== undefined) return completed.outcome;
			const outcome = await next();
			const isKept = !isIdempotent && mayHaveTakenEffect(method, outcome);
			if (isKept) items.set(index, { ...item, outcome });
			return outcome;
		};
}

/** Single flight: identical items of a run make one request. Without a key, each makes its own. */
export function shareByKey(outcomes: RunMemory['shared'], key: string | undefined) {
	return (next: Send): Send =>
		async () => {
			if (key === undefined) return await next();
			for (let made = outcomes.get(key); made !== undefined; made = outcomes.get(key)) {
				const outcome = await made.catch(() => undefined);
				const isCommon = outcome !== undefined && !OWN_KINDS.includes(outcome.kind);
				if (isCommon) return { ...outcome, isShared: true };
				if (outcomes.get(key) === made) outcomes.delete(key);
			}
			const own = next();
			outcomes.set(key, own);
			return await own;
		};
}

/** A tool gets the execute data of its agent; only its arguments are its own. */
function runObject(context: IExecuteFunctions): object {
	const data = context.getExecuteData();
	if (data.node.id === context.getNode().id) return data;
	return context.getInputData()[0]?.json ?? {};
}
