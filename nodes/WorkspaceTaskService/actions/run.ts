import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Account } from '../transport/account';
import { openAccount } from '../transport/account';
import { judge } from '../transport/ask';
import type { Terms } from '../transport/patience';
import { sendPatiently } from '../transport/patience';
import { mustStand } from '../transport/retry';
import type { Attempt, EarlierOutcomes, Plan } from './earlier';
import { earlierOutcomes, remember } from './earlier';
import { asNodeError, goesOn } from './failure';
import type { Operation, ServiceObject } from './operation';
import type { RunOptions } from './options';
import { runOptions } from './options';
import { checkParameters, readParameters, selectedOperation } from './parameters';
import type { Result } from './results';
import { firstFailure, outputOf } from './results';
import type { Entry } from './turns';
import { inTurns } from './turns';

interface Job {
	operation: Operation;
	account: Account;
	options: RunOptions;
	earlier: EarlierOutcomes;
	/** Ends the run: no item starts, and none is sent again. */
	halt: AbortController;
	terms: Terms;
}

/** What an item asks for, or what an earlier try has made of that. */
type Known = Plan | Attempt;

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

/** Without Continue On Fail, what is under way when an item fails is still heard out. */
async function performAll(
	context: IExecuteFunctions,
	job: Job,
	indexes: number[],
): Promise<Result[]> {
	const read = (index: number) => job.earlier.get(index) ?? readItem(context, job, index);
	return await inTurns<Known, Result>(
		indexes,
		job.options.concurrency,
		read,
		async (index, entry) => {
			// What an earlier try brought about is told in any case, and holds up nothing in this one.
			const isOld = job.earlier.has(index);
			if (job.terms.signal.aborted && !isOld) return { kind: 'not started' };
			const result = await performItem(context, job, index, entry);
			const endsRun = result.kind === 'failed' && !isOld && !goesOn(context);
			if (endsRun) job.halt.abort(result.error);
			return result;
		},
	);
}

async function performItem(
	context: IExecuteFunctions,
	job: Job,
	index: number,
	entry: Entry<Known>,
): Promise<Result> {
	if (entry.status === 'rejected') return failed(context, entry.reason, index, false);
	try {
		const objects = await perform(context, job, index, entry.value);
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
	{ operation, account, earlier, terms }: Job,
	index: number,
	known: Known,
): Promise<ServiceObject[]> {
	const { parameters, request } = known;
	const outcome =
		'outcome' in known ? known.outcome : await sendPatiently(context, account, request, terms);
	if (mustStand(request.method, outcome))
		remember(earlier, index, { parameters, request, outcome });
	const objects = judge(context, account, request, outcome, operation.response, index);
	return operation.select?.(objects, parameters) ?? objects;
}

/** The fields of an item; none are read any more when the run has ended. */
function readItem(
	context: IExecuteFunctions,
	{ operation, account, terms }: Job,
	index: number,
): Plan {
	terms.signal.throwIfAborted();
	const entered = readParameters(context, operation, index, account.baseUrl);
	const parameters = checkParameters(context, operation, entered, index);
	return { parameters, request: operation.request(parameters) };
}
