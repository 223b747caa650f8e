import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { fullText } from '../../transport/errors/explain';
import type { NodeFailure, Result } from '../item';

/** @param failureFields what the item of a failure has besides */
export function outputItems(
	results: Result[],
	failureFields: (reason: string) => IDataObject | undefined,
): INodeExecutionData[] {
	return results.flatMap((result, index) => {
		if (result.kind === 'done') return result.items;
		if (result.kind === 'notStarted') return [];
		const reason = reasonOf(result.error);
		const json = { ...failureJson(result.error), ...failureFields(reason) };
		return [{ json, pairedItem: { item: index } }];
	});
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
