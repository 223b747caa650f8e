import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { beginCreate, endCreate } from '../ownTasks';
import { waitedMs } from '../transport/accountLimiter';
import type { RetryOptions } from '../transport/client';
import { sendWithRetry } from '../transport/client';
import type { Account } from '../transport/credential';
import { openAccount } from '../transport/credential';
import type { ApiRequest, Outcome } from '../transport/outcome';
import { listAll } from '../transport/pages';
import { readResponse } from '../transport/response';
import { mayHaveTakenEffect } from '../transport/retry';
import type { CompletedItems, Plan } from './completedItems';
import { completedItems } from './completedItems';
import { mapConcurrent } from './concurrency';
import { addFailureHint, addRateLimitHint } from './hints';
import type { Operation, ServiceObject } from './operation';
import { checkParameters, readParameters, selectedOperation } from './parameters';
import { runOptions } from './properties';
import type { Result } from './results';
import { continuesOnFail, failed, firstFailure, outputOf } from './results';

const MORE_THAN_RETURNED =
	'The service has more boards than it returned, and its answer has no link to the next page.';

interface Job {
	operation: Operation;
	account: Account;
	concurrency: number;
	completed: CompletedItems;
	/** Ends the run: no item starts, and none is sent again. */
	halt: AbortController;
	retry: RetryOptions;
}

/** The only item loop of the package. */
export async function runItems(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const { length: count } = context.getInputData();
	const completed = completedItems(context);
	const results = await prepare(context, completed).then(
		async (job) => {
			const waitedBefore = waitedMs(job.account);
			const run = async (index: number) => await runItem(context, job, index);
			const ended = await mapConcurrent(count, job.concurrency, run);
			addRateLimitHint(context, waitedMs(job.account) - waitedBefore);
			return ended;
		},
		(error: unknown) =>
			Array.from({ length: count }, (_, index) =>
				failed(context, error, index, completed.has(index)),
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

async function prepare(context: IExecuteFunctions, completed: CompletedItems): Promise<Job> {
	const operation = selectedOperation(context);
	const account = await openAccount(context);
	const entered = readParameters(context, runOptions, 0);
	const { concurrency, ...options } = checkParameters(context, runOptions, entered, 0);
	const halt = new AbortController();
	const cancel = context.getExecutionCancelSignal() ?? halt.signal;
	const signal = AbortSignal.any([cancel, halt.signal]);
	return { operation, account, concurrency, completed, halt, retry: { ...options, signal } };
}

/**
 * If the node must stop, requests in flight are still awaited, so that the message can account for
 * them. Items completed in a previous try are always reported and never end this one.
 */
async function runItem(context: IExecuteFunctions, job: Job, index: number): Promise<Result> {
	const { signal } = job.retry;
	const isOld = job.completed.has(index);
	if (signal.aborted && !isOld) return { kind: 'not started' };
	try {
		const objects = await perform(context, job, index);
		const items = objects.map((json) => ({
			json: json as IDataObject,
			pairedItem: { item: index },
		}));
		return { kind: 'done', items, hasEffect: job.completed.has(index) };
	} catch (error) {
		// Its wait was ended, because another item failed or the execution was cancelled.
		if (signal.aborted && error === signal.reason) return { kind: 'not started' };
		if (!isOld && !continuesOnFail(context)) job.halt.abort(error);
		return failed(context, error, index, job.completed.has(index));
	}
}

async function perform(
	context: IExecuteFunctions,
	job: Job,
	index: number,
): Promise<ServiceObject[]> {
	const { operation, account, completed, retry } = job;
	const earlier = completed.get(index);
	const { parameters, request } = earlier ?? planFor(context, operation, index);
	const most = operation.most?.(parameters) ?? Infinity;
	const send = async (page: ApiRequest) => await sendWithRetry(context, account, page, retry);
	if (request.method === 'GET') {
		const read = (outcome: Outcome, page: ApiRequest) =>
			readResponse(context, account, page, outcome, operation.response, index);
		const { entries, hasMore } = await listAll(send, read, request, account.baseUrl, most);
		if (hasMore) context.addExecutionHints?.({ message: MORE_THAN_RETURNED });
		return operation.select?.(entries, parameters) ?? entries;
	}
	const own = earlier === undefined ? beginCreate(context, account.baseUrl, request) : undefined;
	const outcome = earlier?.outcome ?? (await send(request));
	endCreate(own, mayHaveTakenEffect(request.method, outcome), outcome);
	if (mayHaveTakenEffect(request.method, outcome))
		completed.set(index, { parameters, request, outcome });
	const objects = readResponse(context, account, request, outcome, operation.response, index);
	return operation.select?.(objects, parameters) ?? objects;
}

function planFor(context: IExecuteFunctions, operation: Operation, index: number): Plan {
	const entered = readParameters(context, operation, index);
	const parameters = checkParameters(context, operation, entered, index);
	return { parameters, request: { ...operation.request(parameters), hasTimeoutOption: true } };
}
