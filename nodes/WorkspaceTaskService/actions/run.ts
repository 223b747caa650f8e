import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { continuesOnFail } from '../nodeKind';
import type { Result, Run } from './item';
import { findOperation } from './panel/selectedOperation';
import { perform } from './perform';
import { prepareRun } from './prepareRun';
import { startEach } from './promises/startEach';
import { failedResult } from './results/failedResult';
import { firstFailure } from './results/firstFailure';
import { addHints } from './results/hints';
import { outputItems } from './results/outputItems';
import { openRunMemory } from './steps/retryOnFail';

/** The only item loop of the package. */
export async function runItems(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const results = await resultsOf(context);
	// A part of the items would look like all of them.
	if (context.getExecutionCancelSignal()?.aborted) {
		throw new NodeOperationError(context.getNode(), 'The execution was cancelled');
	}
	const failure = continuesOnFail(context) ? undefined : firstFailure(results);
	if (failure !== undefined) throw failure;
	const failureFields = (reason: string) => {
		const extension = findOperation(context)?.extension;
		return extension?.failureFields(context, reason);
	};
	return [outputItems(results, failureFields)];
}

async function resultsOf(context: IExecuteFunctions): Promise<Result[]> {
	const { length } = context.getInputData();
	const memory = openRunMemory(context);
	let run: Run;
	try {
		run = await prepareRun(context, memory);
	} catch (error) {
		return Array.from({ length }, (_, index) => {
			const hasEffect = memory.completed.has(index);
			return failedResult(context, error, { hasEffect });
		});
	}
	const { queue, signal } = run.sendOptions;
	const options = { concurrency: queue.concurrency, signal };
	const results = await startEach(length, async (item) => await perform(run, item), options);
	addHints(run, results);
	return await endRun(run, results);
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
