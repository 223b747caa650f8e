import { checkFields, rejection } from '../fields/checkFields';
import { withBoardId } from './board/byName';
import { readFields } from './fields/readFields';
import type { Item, Run } from './item';
import { readOnceKey } from './oncePer/key';
import type { StartedItem } from './startEach';

/**
 * Reads the fields of an item and its key, and checks them.
 * @throws NodeOperationError that names the fields
 */
export async function prepareItem(run: Run, started: StartedItem): Promise<Item> {
	const { context, client, operation } = run;
	const { extension } = operation;
	const { index } = started;
	const entered = readFields(context, run.fields, index);
	const fields = extension?.readFields(context, entered, index) ?? entered;
	const withId = await withBoardId(run, fields);
	const checked = checkFields(context, operation, withId);
	const refusal = operation.refusal?.(checked, client.account.baseUrl);
	if (refusal !== undefined) throw rejection(context, [refusal]);
	const onceKey = readOnceKey(run, index);
	const parameters = extension?.begin(context, checked) ?? checked;
	return {
		...started,
		parameters,
		onceKey,
		request: {
			call: operation.call,
			...operation.request(parameters),
		},
	};
}
