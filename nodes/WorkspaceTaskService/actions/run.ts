import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import pLimit from 'p-limit';

import type { Account } from '../transport/account';
import { openAccount } from '../transport/account';
import { judge } from '../transport/ask';
import type { Terms } from '../transport/patience';
import { sendPatiently } from '../transport/patience';
import { mustStand } from '../transport/retry';
import type { Attempt, EarlierOutcomes } from './earlier';
import { earlierOutcomes, remember } from './earlier';
import { asNodeError } from './failure';
import type { Operation, ServiceObject } from './operation';
import type { RunOptions } from './options';
import { runOptions } from './options';
import { checkParameters, readParameters } from './parameters';
import { registry } from './registry';
import type { Result } from './results';
import { firstFailure, outputOf } from './results';

interface Job {
	operation: Operation;
	account: Account;
	options: RunOptions;
	earlier: EarlierOutcomes;
	/** Ends the run: no item starts, and none is sent again. */
	halt: AbortController;
	terms: Terms;
}

/** The only item loop of the package. */
export async function runItems(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const indexes = [...context.getInputData().keys()];
	const earlier = earlierOutcomes(context);
	const failAll = (error: unknown) =>
		indexes.map((index) => failed(context, error, index, earlier.has(index)));
	const results = await prepare(context, earlier).then(
		async (job) => await performAll(context, job, indexes),
		failAll,
	);
	if (context.getExecutionCancelSignal()?.aborted) {
		throw new NodeOperationError(context.getNode(), 'The execution was cancelled');
	}
	const failure = goesOn(context) ? undefined : firstFailure(results);
	if (failure !== undefined) throw failure;
	return [outputOf(results)];
}

/**
 * Whether a failure becomes an item. A tool's always does: agents show their model what a tool
 * returns, but nothing of what it throws (version 2), or not the way out (version 3).
 */
function goesOn(context: IExecuteFunctions): boolean {
	const { type, onError } = context.getNode();
	return context.continueOnFail() || (type.endsWith('Tool') && onError !== 'stopWorkflow');
}

async function prepare(context: IExecuteFunctions, earlier: EarlierOutcomes): Promise<Job> {
	const operation = selectedOperation(context);
	const account = await openAccount(context);
	const entered = readParameters(context, runOptions, 0, account.baseUrl);
	const options = checkParameters(context, runOptions, entered, 0);
	const halt = new AbortController();
	const cancel = context.getExecutionCancelSignal() ?? halt.signal;
	const signal = AbortSignal.any([cancel, halt.signal]);
	const terms = { maxRetries: options.maxRetries, timeoutMs: options.timeout * 1000, signal };
	return { operation, account, options, earlier, halt, terms };
}

function selectedOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const name = context.getNodeParameter('operation', 0);
	const operation = registry[resource]?.[name];
	if (operation !== undefined) return operation;
	throw new NodeOperationError(
		context.getNode(),
		`The resource "${resource}" has no operation "${name}"`,
		{ description: 'Select the Resource and the Operation again.' },
	);
}

/** Without Continue On Fail, what is under way when an item fails is still heard out. */
async function performAll(
	context: IExecuteFunctions,
	job: Job,
	indexes: number[],
): Promise<Result[]> {
	const limit = pLimit(job.options.concurrency);
	const performNext = async (index: number): Promise<Result> => {
		// What an earlier try brought about is told in any case, and holds up nothing in this one.
		const isOld = job.earlier.has(index);
		if (job.terms.signal.aborted && !isOld) return { kind: 'not started' };
		const result = await performItem(context, job, index);
		const endsRun = result.kind === 'failed' && !isOld && !goesOn(context);
		if (endsRun) job.halt.abort(result.error);
		return result;
	};
	return await Promise.all(indexes.map(async (index) => await limit(performNext, index)));
}

async function performItem(context: IExecuteFunctions, job: Job, index: number): Promise<Result> {
	try {
		const objects = await perform(context, job, index);
		const items = objects.map((object) => paired(object, index));
		return { kind: 'done', items, stands: job.earlier.has(index) };
	} catch (error) {
		// Its wait was ended, because another item failed or the execution was cancelled.
		if (error === job.terms.signal.reason) return { kind: 'not started' };
		return failed(context, error, index, job.earlier.has(index));
	}
}

function paired(object: ServiceObject, item: number): INodeExecutionData {
	return { json: object as IDataObject, pairedItem: { item } };
}

function failed(
	context: IExecuteFunctions,
	error: unknown,
	index: number,
	stands: boolean,
): Result {
	return { kind: 'failed', error: asNodeError(context, error, index), stands };
}

async function perform(
	context: IExecuteFunctions,
	job: Job,
	index: number,
): Promise<ServiceObject[]> {
	const { operation, account, earlier } = job;
	const attempt = earlier.get(index) ?? (await attemptItem(context, job, index));
	const { parameters, request, outcome } = attempt;
	if (mustStand(request.method, outcome)) remember(earlier, index, attempt);
	const objects = judge(context, account, request, outcome, operation.response, index);
	return operation.select?.(objects, parameters) ?? objects;
}

async function attemptItem(
	context: IExecuteFunctions,
	{ operation, account, terms }: Job,
	index: number,
): Promise<Attempt> {
	const entered = readParameters(context, operation, index, account.baseUrl);
	const parameters = checkParameters(context, operation, entered, index);
	const request = operation.request(parameters);
	const outcome = await sendPatiently(context, account, request, terms);
	return { parameters, request, outcome };
}
