import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import type { NodeFailure, Result } from '../item';

/** @param itemIndex the item that the error concerns; the first, if several items share the error */
export function failedResult(
	context: IExecuteFunctions,
	error: unknown,
	{ itemIndex, hasEffect }: { itemIndex?: number; hasEffect: boolean },
): Result {
	const shown = nodeErrorOf(context, error);
	shown.context.itemIndex ??= itemIndex;
	return { kind: 'failed', error: shown, hasEffect };
}

function nodeErrorOf(context: IExecuteFunctions, error: unknown): NodeFailure {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(context.getNode(), error as Error);
}
