import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { fullText } from '../../transport/errors/explain';
import type { NodeFailure, Result } from '../item';

/** @param failureFields what the item of a failure has besides */
export function outputItems(
	results: Result[],
	failureFields: (reason: string) => IDataObject | undefined,
): INodeExecutionData[] {
	const items: INodeExecutionData[] = [];
	for (const [index, result] of results.entries()) {
		if (result.kind === 'done') items.push(...result.items);
		if (result.kind === 'failed') {
			const json = { ...failureJson(result.error), ...failureFields(reasonOf(result.error)) };
			items.push({ json, pairedItem: { item: index } });
		}
	}
	return items;
}

function reasonOf({ message, description }: NodeFailure): string {
	return fullText({ message, hint: description ?? '' });
}

/**
 * n8n routes an item to the error output if its json holds nothing but `error` and `message`.
 * Before 2.36 a third field would leave it among the successes.
 */
function failureJson({ message, description }: NodeFailure): IDataObject {
	return description ? { error: message, message: description } : { error: message };
}
