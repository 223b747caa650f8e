import type { IExecuteFunctions } from 'n8n-workflow';

import type { ApiRequest, Outcome } from '../transport/request';

/** What stands in the fields of one item, and the request they make. */
export interface Plan {
	parameters: unknown;
	request: ApiRequest;
}

/** What became of that request. */
export interface Attempt extends Plan {
	outcome: Outcome;
}

/** Item → what must not be asked for again: what it created, or may have created. */
export type EarlierOutcomes = Map<number, Attempt>;

const remembered = new WeakMap<object, EarlierOutcomes>();

/**
 * What earlier tries of the same run of the node brought about. Retry On Fail runs all items again,
 * and hands each try the same object; another loop round, node or execution has another. The
 * memory ends with that object, so there is nothing to clear.
 */
export function earlierOutcomes(context: IExecuteFunctions): EarlierOutcomes {
	const run = runObject(context);
	const outcomes = remembered.get(run) ?? new Map<number, Attempt>();
	remembered.set(run, outcomes);
	return outcomes;
}

export function remember(earlier: EarlierOutcomes, index: number, attempt: Attempt): void {
	const { outcome } = attempt;
	// Headers are the larger part of an answer, and of no more use.
	const kept = outcome.status === null ? outcome : { ...outcome, headers: {} };
	earlier.set(index, { ...attempt, outcome: kept });
}

/** An agent's tool is given the execute data of the agent; what stays its own are its arguments. */
function runObject(context: IExecuteFunctions): object {
	const data = context.getExecuteData();
	if (data.node.id === context.getNode().id) return data;
	return context.getInputData()[0]?.json ?? {};
}
