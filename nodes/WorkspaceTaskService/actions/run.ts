import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { checkCanWait, waitForAnswer } from '../approval/wait';
import { openClient } from '../transport/client';
import { RunShare } from '../transport/limits/queuedRequest';
import { Boards } from './board/lookup';
import { mapConcurrent } from './concurrency';
import type { CompletedItems } from './memory/retryOnFail';
import { completedItems, sharedBefore } from './memory/retryOnFail';
import { checkParameters, continuesOnFail, readParameters, selectedOperation } from './parameters';
import type { RunContext } from './perform';
import { perform } from './perform';
import { runOptions } from './properties';
import type { Result } from './results';
import { addHints, failed, firstFailure, outputOf } from './results';

interface Run extends RunContext {
	/** Ends the run: no item starts, and none is retried. */
	halt: AbortController;
}

/** The only item loop of the package. */
export async function runItems(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const { length: count } = context.getInputData();
	const completed = completedItems(context);
	const results = await prepare(context, completed).then(
		async (run) => {
			const runOne = async (index: number, freePlace: () => void) =>
				await runItem(run, index, freePlace);
			const ended = await mapConcurrent(count, run.sendOptions.share.maxInFlight, runOne);
			addHints(run, ended);
			const [only] = ended;
			const isAsked = run.operation.ask !== undefined && only?.kind === 'done';
			if (isAsked) only.items = await waitForAnswer(context, only.items);
			return ended;
		},
		(error: unknown) =>
			Array.from({ length: count }, (_, index) =>
				failed(context, error, { itemIndex: index, hasEffect: completed.has(index) }),
			),
	);
	if (context.getExecutionCancelSignal()?.aborted) {
		throw new NodeOperationError(context.getNode(), 'The execution was cancelled');
	}
	const failure = continuesOnFail(context) ? undefined : firstFailure(results);
	if (failure !== undefined) throw failure;
	return [outputOf(results)];
}

async function prepare(context: IExecuteFunctions, completed: CompletedItems): Promise<Run> {
	const operation = selectedOperation(context);
	if (operation.ask !== undefined) checkCanWait(context);
	const client = await openClient(context);
	const entered = readParameters(context, runOptions, 0);
	const { concurrency, ...options } = checkParameters(context, runOptions, {
		entered,
		itemIndex: 0,
	});
	const halt = new AbortController();
	const cancel = context.getExecutionCancelSignal() ?? halt.signal;
	const signal = AbortSignal.any([cancel, halt.signal]);
	const sendOptions = { ...options, signal, share: new RunShare(concurrency) };
	const boards = new Boards(client, sendOptions);
	const shared = sharedBefore(completed);
	const warnings = new Set<string>();
	return { context, operation, client, sendOptions, completed, shared, boards, warnings, halt };
}

/**
 * If an item fails, requests in flight are still awaited so that the message can account for them.
 * Items completed in a previous try are always reported and never end this one.
 */
async function runItem(run: Run, index: number, onWait: () => void): Promise<Result> {
	const { context, completed, halt, sendOptions } = run;
	const { signal } = sendOptions;
	const isCompleted = completed.has(index);
	if (signal.aborted && !isCompleted) return { kind: 'not started' };
	try {
		const objects = await perform({ ...run, sendOptions: { ...sendOptions, onWait } }, index);
		const items = objects.map((json) => ({
			json: json as IDataObject,
			pairedItem: { item: index },
		}));
		return { kind: 'done', items, hasEffect: completed.has(index) };
	} catch (error) {
		// Its wait ended because another item failed or the execution was cancelled.
		if (signal.aborted && error === signal.reason) return { kind: 'not started' };
		if (!isCompleted && !continuesOnFail(context)) halt.abort(error);
		return failed(context, error, { itemIndex: index, hasEffect: completed.has(index) });
	}
}
