import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { collectFieldsToRead } from '../fields/readFields';
import { openClient } from '../http/client';
import { requestPages } from '../http/pages';
import { mayHaveCreated } from '../outcome';
import { getOrigin, comesFromOwnCreation } from '../ownTasks/origin';
import { turnsFailuresIntoItems } from '../shared/nodeKind';
import type { Item, Run, SentItem } from './item';
import { readRunOptions } from './panel/options';
import { sendThroughSteps } from './pipeline';
import { prepareItem } from './prepareItem';
import { findSelectedOperation, requireSelectedOperation } from './registry';
import {
	readResultOrThrow,
	makeDoneResult,
	makeFailedResult,
	listOutputItems,
	makeOwnCreationResult,
	type Result,
} from './results';
import { startItemsInOrder, type StartedItem } from './startItems';
import { openRunMemory, type RunMemory } from './steps/runMemory';
import { addRunHints, throwFirstFailure } from './summary';

/** The only item loop of the package. */
export async function runItems(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const memory = openRunMemory(context);
	const results = await performItems(context, memory);
	// Partial output would look complete.
	if (context.getExecutionCancelSignal()?.aborted) {
		throw new NodeOperationError(context.getNode(), 'The execution was cancelled');
	}
	if (!turnsFailuresIntoItems(context)) throwFirstFailure(results, memory.maybeCreated);
	const extension = findSelectedOperation(context)?.extension;
	return [listOutputItems(results, (reason) => extension?.failureFields(context, reason))];
}

/** If the run cannot begin, each item fails for the same reason. */
async function performItems(context: IExecuteFunctions, memory: RunMemory): Promise<Result[]> {
	const items = context.getInputData();
	try {
		const run = await openRun(context, memory);
		const { sendOptions } = run;
		const results = await startItemsInOrder(items.length, (item) => performItem(run, item), {
			concurrency: sendOptions.limitedRun.concurrency,
			signal: sendOptions.signal,
		});
		await run.origin?.idsInDatabase?.awaitWrites();
		addRunHints(run, results);
		return results;
	} catch (error) {
		return items.map(() => makeFailedResult(context, error));
	}
}

/** @throws NodeOperationError that concerns all items */
async function openRun(context: IExecuteFunctions, memory: RunMemory): Promise<Run> {
	const operation = requireSelectedOperation(context);
	const client = await openClient(context);
	const { concurrency, ...options } = readRunOptions(context);
	const cancel = context.getExecutionCancelSignal();
	// Derived: Node.js warns about more than ten listeners.
	const signal = AbortSignal.any(cancel === undefined ? [] : [cancel]);
	const { baseUrl } = client.account;
	const isCreate = operation.call.effect === 'create';
	return {
		context,
		operation,
		client,
		origin: isCreate ? await getOrigin(context, baseUrl, signal) : undefined,
		fields: collectFieldsToRead(context, operation),
		surprises: new Map(),
		sendOptions: {
			...options,
			limitedRun: client.account.limiter.limitRun(concurrency, context.getExecutionId()),
			signal,
		},
		boardLists: new Map(),
		...memory,
	};
}

/**
 * Reads an item, sends what it asks for, and reads the response. If the item fails, the items after it are
 * not sent, unless On Error continues. The items before it and requests in flight are awaited, so that the
 * message can account for them.
 */
export async function performItem(run: Run, started: StartedItem): Promise<Result> {
	const { context, operation, maybeCreated } = run;
	const { index, signal } = started;
	const earlier = maybeCreated.get(index);
	if (earlier !== undefined) return await reportItemOfEarlierTry(run, earlier);
	try {
		// Before its fields are read: looking up a board by name sends a request.
		signal.throwIfAborted();
		if (comesFromOwnCreation(run, index)) return makeOwnCreationResult(run, index);
		const item = await prepareItem(run, started);
		if (operation.list !== undefined) {
			return await requestListResult(run, item, operation.list.maxEntries(item.parameters));
		}
		const sent = { item, outcome: await sendThroughSteps(run, item) };
		if (mayHaveCreated(operation.call, sent.outcome)) maybeCreated.set(index, sent);
		// Throws at once if the item failed, so that no later item is sent.
		return await finishItemOrThrow(run, sent);
	} catch (error) {
		if (error === signal.reason) return { kind: 'notStarted' };
		if (!turnsFailuresIntoItems(context)) started.endRun();
		return makeFailedResult(context, error, index);
	}
}

/** What an earlier try of Retry On Fail may have created is always reported, and never ends this try. */
async function reportItemOfEarlierTry(run: Run, earlier: SentItem): Promise<Result> {
	try {
		return await finishItemOrThrow(run, earlier);
	} catch (error) {
		return makeFailedResult(run.context, error, earlier.item.index);
	}
}

/**
 * Reads the response, and does what the operation does last: an approval lets the execution wait.
 * @throws NodeApiError, or NodeOperationError, if the item failed
 */
async function finishItemOrThrow(run: Run, { item, outcome }: SentItem): Promise<Result> {
	const result = readResultOrThrow(run, item, outcome);
	await run.operation.extension?.end(run.context, result.items, run.maybeCreated.has(item.index));
	return result;
}

async function requestListResult(run: Run, item: Item, maxEntries: number): Promise<Result> {
	const options = { ...run.sendOptions, signal: item.signal, maxEntries };
	const list = await requestPages(run.client, item.request, run.operation.response, options);
	if (list.isPartial) return makeDoneResult(item, list.entries, 'partial');
	if (list.mayBeCut) return makeDoneResult(item, list.entries, 'mayBeCut');
	return makeDoneResult(item, list.entries, list.entries.length === 0 ? 'empty' : undefined);
}
