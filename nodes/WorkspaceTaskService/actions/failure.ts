import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

/**
 * Whether a failure becomes an item. A tool's always does: agents show their model what a tool
 * returns, but nothing of what it throws (version 2), or not the way out (version 3).
 */
export function goesOn(context: IExecuteFunctions): boolean {
	const { type, onError } = context.getNode();
	return context.continueOnFail() || (type.endsWith('Tool') && onError !== 'stopWorkflow');
}

/** What n8n shows with a failed item: the error of the node, and which item it belongs to. */
export function asNodeError(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(context.getNode(), error as Error, { itemIndex });
}

/**
 * n8n routes an item to the error output when its json holds nothing but `error` and `message`.
 * Before 2.36 a third field would leave it among the successes.
 */
export function failedItem(
	{ message: error, description: message }: NodeApiError | NodeOperationError,
	itemIndex: number,
): INodeExecutionData {
	return { json: message ? { error, message } : { error }, pairedItem: { item: itemIndex } };
}
