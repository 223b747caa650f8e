import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { continuesOnFail } from '../nodeKind';
import { openClient } from '../transport/client';
import { mayHaveCreated } from '../transport/outcome';
import { itemFieldsOf } from './fields/readFields';
import type { Item, Run } from './item';
import { readOptions } from './panel/options';
import { sendItem } from './pipeline';
import { prepareItem } from './prepareItem';
import { findOperation, selectedOperation } from './registry';
import { doneResult, doneWith, failedResult, outputItems, type Result } from './results';
import { startEach, type StartedItem } from './startEach';
import { openRunMemory } from './steps/retryOnFail';
import { addHints, firstFailure } from './summary';

/** The only item loop of the package. */
export async function runItems(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const results = await resultsOf(context);
	// A part of the items would look like all of them.
	if (context.getExecutionCancelSignal()?.aborted) {
		throw new NodeOperationError(context.getNode(), 'The execution was cancelled');
	}
	const failure = continuesOnFail(context) ? undefined : firstFailure(results);
	if (failure !== undefined) throw failure;
	const extension = findOperation(context)?.extension;
	return [outputItems(results, (reason) => extension?.failureFields(context, reason))];
}

async function resultsOf(context: IExecuteFunctions): Promise<Result[]> {
	const items = context.getInputData();
	try {
		const run = await openRun(context);
		const { queue, signal } = run.sendOptions;
		const options = { concurrency: queue.concurrency, signal };
		const results = await startEach(items.length, (item) => perform(run, item), options);
		addHints(run, results);
		return await endRun(run, results);
	} catch (error) {
		return items.map(() => failedResult(context, error, { hasEffect: false }));
	}
}

/** @throws NodeOperationError that concerns all items */
async function openRun(context: IExecuteFunctions): Promise<Run> {
	const operation = selectedOperation(context);
	operation.extension?.checkRun(context);
	const client = await openClient(context);
	const { baseUrl, limiter } = client.account;
	const { concurrency, ...options } = readOptions(context);
	const queue = limiter.openQueue(concurrency);
	return {
		context,
		operation,
		client,
		fields: itemFieldsOf(context, operation, baseUrl),
		sendOptions: { ...options, queue, signal: cancelSignal(context) },
		...openRunMemory(context),
	};
}

/** A derived signal: Node.js warns about more than ten listeners. */
function cancelSignal(context: IExecuteFunctions): AbortSignal {
	const cancel = context.getExecutionCancelSignal();
	return AbortSignal.any(cancel === undefined ? [] : [cancel]);
}

/**
 * Reads an item, sends what it asks for, and reads the response. If the item fails, the items after it are
 * not sent. The items before it and requests in flight are awaited, so that the message can account for
 * them. Items completed in an earlier try are always reported and never end this try.
 */
export async function perform(run: Run, started: StartedItem): Promise<Result> {
	const { context, operation } = run;
	const { index, signal } = started;
	const completed = run.completed.get(index);
	let outcome = completed?.outcome;
	try {
		// Before its fields are read: to look for a board by name sends a request.
		if (completed === undefined) signal.throwIfAborted();
		const item = completed ?? (await prepareItem(run, started));
		if (operation.limit !== undefined) {
			const limit = operation.limit(item.parameters);
			return await listItems(run, item, limit);
		}
		outcome = await sendItem(run, item);
		return doneResult(run, item, outcome);
	} catch (error) {
		if (error === signal.reason) return { kind: 'notStarted' };
		const endsRun = completed === undefined && !continuesOnFail(context);
		if (endsRun) started.endRun();
		return failedResult(context, error, {
			itemIndex: index,
			hasEffect: outcome !== undefined && mayHaveCreated(operation.call, outcome),
		});
	}
}

async function listItems(run: Run, item: Item, limit: number): Promise<Result> {
	const options = { ...run.sendOptions, signal: item.signal, limit };
	const list = await run.client.list(item.request, run.operation.response, options);
	const remark = list.hasMore ? 'incomplete' : undefined;
	return doneWith(item, list.entries, { remark, hasEffect: false });
}

async function endRun({ context, operation }: Run, results: Result[]): Promise<Result[]> {
	const { extension } = operation;
	const [result] = results;
	if (extension === undefined || result?.kind !== 'done') return results;
	try {
		const items = await extension.end(context, result.items, result.hasEffect);
		return [{ ...result, items }];
	} catch (error) {
		return [failedResult(context, error, { itemIndex: 0, hasEffect: result.hasEffect })];
	}
}
