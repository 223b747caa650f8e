import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { continuesOnFail } from '../node';
import { openClient } from '../transport/client';
import { BoardLists } from './board/boardLists';
import { itemFieldsOf } from './fields/readFields';
import type { Result, Run } from './item';
import { readOptions } from './panel/options';
import { findOperation, selectedOperation } from './panel/selectedOperation';
import { perform } from './perform';
import { failedResult } from './results/failedResult';
import { addHints } from './results/hints';
import { outputItems } from './results/outputItems';
import { firstFailure } from './results/firstFailure';
import { startEach } from './startEach';
import { openMemory, type Memory } from './steps/runMemory';

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
	const { length } = context.getInputData();
	const memory = openMemory(context);
	let run: Run;
	try {
		run = await prepareRun(context, memory);
	} catch (error) {
		return Array.from({ length }, (_, index) => {
			const hasEffect = memory.completed.has(index);
			return failedResult(context, error, { hasEffect });
		});
	}
	const { queue } = run.sendOptions;
	const results = await startEach(length, async (index) => await perform(run, index), queue);
	addHints(run, results);
	return await endRun(run, results);
}

async function prepareRun(context: IExecuteFunctions, memory: Memory): Promise<Run> {
	const operation = selectedOperation(context);
	const fields = itemFieldsOf(context, operation);
	operation.extension?.checkRun(context);
	const client = await openClient(context);
	const { limiter } = client;
	const { concurrency, ...options } = readOptions(context);
	const cancel = context.getExecutionCancelSignal();
	// A derived signal: Node.js warns about more than ten listeners.
	const signal = AbortSignal.any(cancel === undefined ? [] : [cancel]);
	const queue = limiter.openQueue(concurrency, signal);
	const sendOptions = { ...options, limiter, queue };
	const boards = new BoardLists(client, sendOptions);
	return { context, operation, fields, client, sendOptions, boards, ...memory };
}

async function endRun({ context, operation }: Run, results: Result[]): Promise<Result[]> {
	const { extension } = operation;
	const [result] = results;
	if (extension === undefined || result?.kind !== 'done') return results;
	const { hasEffect } = result;
	try {
		const items = await extension.end(context, result.items, hasEffect);
		return [{ ...result, items }];
	} catch (error) {
		return [failedResult(context, error, { itemIndex: 0, hasEffect })];
	}
}
