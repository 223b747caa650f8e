import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import { checkCanWait, notAskedAgain, waitForAnswer } from '../approval/wait';
import { continuesOnFail } from '../node';
import { openClient } from '../transport/client';
import { HALTED, type ExecutionQueue } from '../transport/limits/executionQueue';
import { memoryOf, type RunMemory } from './wrappers/retryOnFail';
import { Panel } from './parameters';
import { perform, type RunContext } from './perform';
import { addHints, failed, firstFailure, outputOf, type Result } from './results';

/** How long items are started before n8n can do other work. */
const SLICE_MS = 5;
/** Items at a time: those that wait cost memory. */
const MAX_STARTED = 1_000;

/** The only item loop of the package. */
export async function runItems(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const results = await resultsOf(context, memoryOf(context));
	// A part of the items would look like all of them.
	if (context.getExecutionCancelSignal()?.aborted) {
		throw new NodeOperationError(context.getNode(), 'The execution was cancelled');
	}
	const failure = continuesOnFail(context) ? undefined : firstFailure(results);
	if (failure !== undefined) throw failure;
	return [outputOf(context, results)];
}

async function resultsOf(context: IExecuteFunctions, memory: RunMemory): Promise<Result[]> {
	const { length } = context.getInputData();
	let run: RunContext;
	try {
		run = await prepare(context, memory);
	} catch (error) {
		return Array.from({ length }, (_, index) =>
			failed(context, error, { hasEffect: memory.completed.has(index) }),
		);
	}
	const work = async (index: number) => await runItem(run, index);
	const results = await startEach(length, work, run.sendOptions.queue);
	addHints(run, results);
	const [only] = results;
	if (run.panel.operation.ask === undefined || only?.kind !== 'done') return results;
	const items = only.hasEffect
		? await waitForAnswer(context, only.items)
		: notAskedAgain(context, only.items);
	return [{ ...only, items }];
}

/**
 * Starts the items in their order, in slices, so that n8n can do other work between them. The limiter
 * bounds how many of them send. With Concurrency 1, each waits for the end of the one before it, or
 * until that was refused often.
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
	if (queue.concurrency === 1) queue.onOftenRefused = end;
	for (let index = 0, sliceEnd = Date.now() + SLICE_MS; index < count; index++) {
		if (Date.now() >= sliceEnd) {
			await sleep(0);
			sliceEnd = Date.now() + SLICE_MS;
		}
		while (started.size >= maxStarted) await new Promise<void>((resolve) => (afterEnd = resolve));
		started.add(index);
		results.push(perform(index).finally(() => end(index)));
	}
	return await Promise.all(results);
}

async function prepare(context: IExecuteFunctions, memory: RunMemory): Promise<RunContext> {
	const panel = new Panel(context);
	if (panel.operation.ask !== undefined) checkCanWait(context);
	const client = await openClient(context);
	const { concurrency, ...options } = panel.options();
	const cancel = context.getExecutionCancelSignal();
	// A derived signal: Node.js warns about more than ten listeners.
	const signal = AbortSignal.any(cancel === undefined ? [] : [cancel]);
	const sendOptions = { ...options, queue: client.openQueue(concurrency, signal) };
	return { context, panel, client, sendOptions, memory };
}

/**
 * If an item fails, the items after it are not sent. Those before it and requests in flight are awaited,
 * so that the message can account for them.
 * Items completed in a previous try are always reported and never end this one.
 */
async function runItem(run: RunContext, index: number): Promise<Result> {
	const { context, memory } = run;
	const { completed } = memory;
	const { queue } = run.sendOptions;
	const isCompleted = completed.has(index);
	try {
		if (!isCompleted) queue.check(index);
		const { objects, remark } = await perform(run, index);
		const items = objects.map((json) => ({
			json: json as IDataObject,
			pairedItem: { item: index },
		}));
		return { kind: 'done', items, remark, hasEffect: completed.has(index) };
	} catch (error) {
		if (error === HALTED || error === queue.signal.reason) return { kind: 'notStarted' };
		if (!isCompleted && !continuesOnFail(context)) queue.endAfter(index);
		return failed(context, error, { itemIndex: index, hasEffect: completed.has(index) });
	}
}
