import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import type { Result } from '../item';

/** @param itemIndex the item that the error concerns; the first, if several items share the error */
export function failedResult(
	context: IExecuteFunctions,
	error: unknown,
	{ itemIndex, hasEffect }: { itemIndex?: number; hasEffect: boolean },
): Result {
	const isNodeError = error instanceof NodeApiError || error instanceof NodeOperationError;
	const shown = isNodeError ? error : new NodeOperationError(context.getNode(), error as Error);
	shown.context.itemIndex ??= itemIndex;
	return { kind: 'failed', error: shown, hasEffect };
}
