import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { openAccount } from '../transport/login/account';
import type { CompletedItems } from './memory/retryOnFail';
import { completedItems, hasEffect, sharedOutcomes } from './memory/retryOnFail';
import { mapConcurrent } from './concurrency';
import { checkParameters, readParameters, selectedOperation } from './parameters';
import type { Job } from './perform';
import { perform } from './perform';
import { runOptions } from './properties';
import type { Result } from './results';
import { continuesOnFail, failed, firstFailure, outputOf } from './results';

const NOTICEABLE_MS = 1_000;

interface Run extends Job {
	concurrency: number;
	/** Ends the run: no item starts, and none is sent again. */
	halt: AbortController;
}

/** The only item loop of the package. */
export async function runItems(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const { length: count } = context.getInputData();
	const completed = completedItems(context);
	const results = await prepare(context, completed).then(
		async (job) => {
			const run = async (index: number) => await runItem(context, job, index);
			const ended = await mapConcurrent(count, job.concurrency, run);
			addRateLimitHint(context, job.retry.share.waitedMs);
			for (const message of job.hints) context.addExecutionHints?.({ message });
			return ended;
		},
		(error: unknown) =>
			Array.from({ length: count }, (_, index) =>
				failed(context, error, index, hasEffect(completed, index)),
			),
	);
	if (context.getExecutionCancelSignal()?.aborted) {
		throw new NodeOperationError(context.getNode(), 'The execution was cancelled');
	}
	const failure = continuesOnFail(context) ? undefined : firstFailure(results);
	if (failure !== undefined) throw failure;
	addFailureHint(context, results);
	return [outputOf(results)];
}

async function prepare(context: IExecuteFunctions, completed: CompletedItems): Promise<Run> {
	const operation = selectedOperation(context);
	const account = await openAccount(context);
	const entered = readParameters(context, runOptions, 0);
	const { concurrency, ...options } = checkParameters(context, runOptions, entered, 0);
	const halt = new AbortController();
	const cancel = context.getExecutionCancelSignal() ?? halt.signal;
	const signal = AbortSignal.any([cancel, halt.signal]);
	const share = { maxInFlight: concurrency, inFlight: 0, waitedMs: 0 };
	const retry = { ...options, signal, share };
	const shared = sharedOutcomes(completed);
	const empty = { boards: new Map(), hints: new Set<string>() };
	return { operation, account, concurrency, completed, shared, ...empty, halt, retry };
}

/**
 * If the node must stop, requests in flight are still awaited, so that the message can account for
 * them. Items completed in a previous try are always reported and never end this one.
 */
async function runItem(context: IExecuteFunctions, job: Run, index: number): Promise<Result> {
	const { signal } = job.retry;
	const isCompleted = job.completed.has(index);
	if (signal.aborted && !isCompleted) return { kind: 'not started' };
	try {
		const objects = await perform(context, job, index);
		const items = objects.map((json) => ({
			json: json as IDataObject,
			pairedItem: { item: index },
		}));
		return { kind: 'done', items, hasEffect: hasEffect(job.completed, index) };
	} catch (error) {
		// Its wait ended because another item failed or the execution was cancelled.
		if (signal.aborted && error === signal.reason) return { kind: 'not started' };
		if (!isCompleted && !continuesOnFail(context)) job.halt.abort(error);
		return failed(context, error, index, hasEffect(job.completed, index));
	}
}

function addRateLimitHint(context: IExecuteFunctions, waitedMs: number): void {
	if (waitedMs < NOTICEABLE_MS) return;
	const seconds = Math.round(waitedMs / 1_000);
	const message = `The service limited the request rate. Waiting took ${seconds} s in total.`;
	context.addExecutionHints?.({ message });
}

function addFailureHint(context: IExecuteFunctions, results: Result[]): void {
	const failures = results.filter(({ kind }) => kind === 'failed').length;
	if (failures === 0 || results.length === 1) return;
	const message = `${failures} of ${results.length} items failed`;
	context.addExecutionHints?.({ message, type: 'warning' });
}
