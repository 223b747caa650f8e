import type { IExecuteFunctions } from 'n8n-workflow';

import { openClient } from '../transport/client';
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
	const queue = limiter.openQueue(concurrency);
	const sendOptions = { ...options, limiter, queue, signal: cancelSignal(context) };
	return {
		context,
		operation,
		fields,
		client,
		sendOptions,
		...memory,
	};
}

/** A derived signal: Node.js warns about more than ten listeners. */
function cancelSignal(context: IExecuteFunctions): AbortSignal {
	const cancel = context.getExecutionCancelSignal();
	return AbortSignal.any(cancel === undefined ? [] : [cancel]);
}
