import { checkFields, makeRejection } from '../fields/checkFields';
import { readItemFields } from '../fields/readFields';
import type { Item, Run } from './item';
import type { StartedItem } from './startEach';
import { replaceBoardName } from './steps/boardByName';
import { readOnceKey } from './steps/onceKey';

/**
 * Reads the fields of an item and its key, and checks them.
 * @throws NodeOperationError that names the fields
 */
export async function prepareItem(run: Run, started: StartedItem): Promise<Item> {
	const { context, client, operation } = run;
	const { extension } = operation;
	const { index } = started;
	const entered = readItemFields(context, run.fields, index);
	extension?.requirePossible(context);
	const fields = extension?.adjustFields(context, entered, index) ?? entered;
	const withId = await replaceBoardName(run, fields);
	const checked = checkFields(context, operation, withId);
	const refusal = operation.explainRejection?.(checked, client.account.baseUrl);
	if (refusal !== undefined) throw makeRejection(context, [refusal]);
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
