import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
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
 * n8n routes an item to the error output when its json holds nothing but `error`, `message` and
 * `details`; were `error` of the item itself set, n8n would throw `details` away.
 */
export function failedItem(
	error: NodeApiError | NodeOperationError,
	itemIndex: number,
): INodeExecutionData {
	const details: IDataObject = { description: error.description ?? null };
	const status = error instanceof NodeApiError ? Number(error.httpCode) : NaN;
	if (Number.isInteger(status) && status > 0) details.statusCode = status;
	return { json: { error: error.message, details }, pairedItem: { item: itemIndex } };
}
