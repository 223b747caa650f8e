import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { field } from '../../api/json';
import { continuesOnFail } from '../../nodeKind';
import type { Item } from '../item';
import type { ServiceObject } from '../operation';

const CHECK = 'Check the service. To create it, use another key for this item only.';
/** The fields of the object that was not created that tell which input item it was, and where it belongs. */
const KEPT_FIELDS = ['board_id', 'name', 'title'];

/**
 * What an item returns that Create Once Per skipped.
 * @throws NodeOperationError where a failed item does not end the run, if the object may not exist: a
 * missing object would look like a success
 */
export function skippedItem(
	context: IExecuteFunctions,
	{ request, onceKey = '' }: Item,
	isCertain: boolean,
): ServiceObject {
	const unclear = `May already exist: an earlier request for key ${onceKey} got no clear response`;
	if (!isCertain && continuesOnFail(context)) {
		throw new NodeOperationError(context.getNode(), unclear, { description: CHECK });
	}
	const certain = `Already created for key ${onceKey}, by an earlier item or execution.`;
	return {
		...keptFields(request.body),
		skipped: true,
		certain: isCertain,
		key: onceKey,
		reason: isCertain ? certain : `${unclear}. ${CHECK}`,
	};
}

function keptFields(body: object = {}): ServiceObject {
	const kept: ServiceObject = {};
	for (const name of KEPT_FIELDS) {
		const value = field(body, name);
		// A large integer is text in items.
		if (value !== undefined) kept[name] = field(value, 'rawJSON') ?? value;
	}
	return kept;
}
