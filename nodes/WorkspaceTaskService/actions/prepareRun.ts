import type { IExecuteFunctions } from 'n8n-workflow';

import { openClient } from '../transport/client';
import { BoardLists } from './board/boardLists';
import { itemFieldsOf } from './fields/readFields';
import type { Run } from './item';
import { readOptions } from './panel/options';
import { selectedOperation } from './panel/selectedOperation';
import type { Memory } from './steps/retryOnFail';

/** @throws NodeOperationError that concerns all items */
export async function prepareRun(context: IExecuteFunctions, memory: Memory): Promise<Run> {
	const operation = selectedOperation(context);
	const fields = itemFieldsOf(context, operation);
	operation.extension?.checkRun(context);
	const client = await openClient(context);
	const { limiter } = client.account;
	const { concurrency, ...options } = readOptions(context);
	const cancel = context.getExecutionCancelSignal();
	// A derived signal: Node.js warns about more than ten listeners.
	const signal = AbortSignal.any(cancel === undefined ? [] : [cancel]);
	const queue = limiter.openQueue(concurrency, signal);
	const sendOptions = { ...options, limiter, queue };
	const boards = new BoardLists(client, sendOptions);
	return { context, operation, fields, client, sendOptions, boards, ...memory };
}
