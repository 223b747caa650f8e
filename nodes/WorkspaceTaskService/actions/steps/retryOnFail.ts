import type { IExecuteFunctions } from 'n8n-workflow';

import { mayHaveCreated, type Step } from '../../transport/outcome';
import type { Item, Run } from '../item';
import { Turns } from '../turns';

/*
 * Retry On Fail is a setting of n8n, which runs all items again if an item fails: what may have been created
 * is not created again.
 */

type Memory = Pick<Run, 'completed' | 'shared'>;

/** By the execute-data object of the run. */
const memories = new WeakMap<object, Memory>();

/**
 * What earlier tries did. Retry On Fail passes the same execute-data object to each try; a loop iteration,
 * node or execution has its own.
 */
export function openRunMemory(context: IExecuteFunctions): Memory {
	const run = runObject(context);
	const memory = memories.get(run) ?? newMemory();
	memories.set(run, memory);
	return memory;
}

function newMemory(): Memory {
	return { completed: new Map(), shared: { turns: new Turns(), outcomes: new Map() } };
}

/** A tool gets the execute data of its agent; only its arguments are its own. */
function runObject(context: IExecuteFunctions): object {
	const data = context.getExecuteData();
	const isTool = data.node.id !== context.getNode().id;
	if (!isTool) return data;
	const [input] = context.getInputData();
	return input?.json ?? {};
}

export function keepForRetryOnFail(run: Run, item: Item): Step {
	return (next) => async () => {
		if (item.outcome !== undefined) return item.outcome;
		const outcome = await next();
		if (mayHaveCreated(item.request.call, outcome)) {
			run.completed.set(item.index, { ...item, outcome });
		}
		return outcome;
	};
}
