import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Whether a failure becomes an item. A tool's always does: agents show their model what a tool
 * returns, but nothing of what it throws (version 2), or not the hint (version 3).
 */
export function continuesOnFail(context: IExecuteFunctions): boolean {
	const { type, onError } = context.getNode();
	return context.continueOnFail() || (type.endsWith('Tool') && onError !== 'stopWorkflow');
}
