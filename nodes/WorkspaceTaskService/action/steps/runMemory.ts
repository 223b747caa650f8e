import type { IExecuteFunctions } from 'n8n-workflow';

import type { Run } from '../item';

/*
 * Retry On Fail is a setting of n8n, which runs all items again if an item fails: what may have been created
 * is not created again.
 */

export type RunMemory = Pick<Run, 'maybeCreated' | 'outcomesByIdentity'>;

/** By the execute-data object of the run. */
const runMemories = new WeakMap<object, RunMemory>();

/**
 * What earlier tries did. Retry On Fail passes the same execute-data object to each try; a loop iteration,
 * node or execution has its own.
 */
export function openRunMemory(context: IExecuteFunctions): RunMemory {
	const run = findObjectKeptByRetries(context);
	const memory = runMemories.get(run) ?? { maybeCreated: new Map(), outcomesByIdentity: new Map() };
	runMemories.set(run, memory);
	return memory;
}

/** A tool gets the execute data of its agent; only its arguments are its own. */
function findObjectKeptByRetries(context: IExecuteFunctions): object {
	const data = context.getExecuteData();
	const isTool = data.node.id !== context.getNode().id;
	if (!isTool) return data;
	const [input] = context.getInputData();
	return input?.json ?? {};
}
