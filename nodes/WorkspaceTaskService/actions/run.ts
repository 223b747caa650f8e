import {
	NodeOperationError,
	sleep,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { continuesOnFail } from '../node';
import { openClient } from '../transport/client';
import type { ExecutionQueue } from '../transport/limits/executionQueue';
import { BoardLists } from './board/boardLists';
import { addHints } from './hints';
import type { Result, Run } from './item';
import { findOperation, Panel } from './parameters';
import { perform } from './perform';
import { failed, firstFailure, outputOf } from './results';
import { openMemory, type Memory } from './steps/retryOnFail';

/** How long items are started before n8n can do other work. */
const SLICE_MS = 5;
/** Items at a time: waiting items cost memory. */
const MAX_STARTED = 1_000;

/** The only item loop of the package. */
export async function runItems(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const results = await resultsOf(context, openMemory(context));
	// A part of the items would look like all of them.
	if (context.getExecutionCancelSignal()?.aborted) {
		throw new NodeOperationError(context.getNode(), 'The execution was cancelled');
	}
	const failure = continuesOnFail(context) ? undefined : firstFailure(results);
	if (failure !== undefined) throw failure;
	const failureFields = (reason: string) =>
		findOperation(context)?.extension?.failureFields(context, reason);
	return [outputOf(results, failureFields)];
}

async function resultsOf(context: IExecuteFunctions, memory: Memory): Promise<Result[]> {
	const { length } = context.getInputData();
	const { completed } = memory;
	let run: Run;
	try {
		run = await prepareRun(context, memory);
	} catch (error) {
		return Array.from({ length }, (_, index) => {
			const hasEffect = completed.has(index);
			return failed(context, error, { hasEffect });
		});
	}
	const work = async (index: number) => await perform(run, index);
	const results = await startEach(length, work, run.sendOptions.queue);
	addHints(run, results);
	return await endRun(run, results);
}

async function prepareRun(context: IExecuteFunctions, memory: Memory): Promise<Run> {
	const panel = new Panel(context);
	panel.operation.extension?.checkRun(context);
	const client = await openClient(context);
	const { limiter } = client.account;
	const { concurrency, ...options } = panel.options();
	const cancel = context.getExecutionCancelSignal();
	// A derived signal: Node.js warns about more than ten listeners.
	const signal = AbortSignal.any(cancel === undefined ? [] : [cancel]);
	const queue = limiter.openQueue(concurrency, signal);
	const sendOptions = { ...options, limiter, queue };
	const boards = new BoardLists(client, sendOptions);
	return { context, panel, client, sendOptions, boards, ...memory };
}

/**
 * Starts the items in their order, in slices, so that n8n can do other work between them. The limiter
 * bounds how many of them send. With Concurrency 1, an item starts when the item before it
 * has ended, or was refused often.
 * @param perform never rejects
 */
export async function startEach(
	count: number,
	perform: (index: number) => Promise<Result>,
	queue: Pick<ExecutionQueue, 'concurrency' | 'onOftenRefused'>,
): Promise<Result[]> {
	const results: Array<Promise<Result>> = [];
	const maxStarted = queue.concurrency === 1 ? 1 : MAX_STARTED;
	const started = new Set<number>();
	let afterEnd = () => {};
	const end = (index: number) => {
		started.delete(index);
		afterEnd();
	};
	const untilEnd = async () =>
		await new Promise<void>((resolve) => {
			afterEnd = resolve;
		});
	if (queue.concurrency === 1) queue.onOftenRefused = end;
	let sliceEnd = Date.now() + SLICE_MS;
	for (let index = 0; index < count; index++) {
		if (Date.now() >= sliceEnd) {
			await sleep(0);
			sliceEnd = Date.now() + SLICE_MS;
		}
		while (started.size >= maxStarted) await untilEnd();
		started.add(index);
		const result = perform(index).finally(() => end(index));
		results.push(result);
	}
	return await Promise.all(results);
}

async function endRun({ context, panel }: Run, results: Result[]): Promise<Result[]> {
	const { extension } = panel.operation;
	const [result] = results;
	if (extension === undefined || result?.kind !== 'done') return results;
	const { hasEffect } = result;
	try {
		const items = await extension.end(context, result.items, hasEffect);
		return [{ ...result, items }];
	} catch (error) {
		return [failed(context, error, { itemIndex: 0, hasEffect })];
	}
}
