import { checkFields, makeRejection } from '../fields/checkFields';
import { replaceBoardUrl } from '../fields/locators';
import { readItemFields } from '../fields/readFields';
import type { Item, Run } from './item';
import type { StartedItem } from './startItems';
import { replaceBoardName } from './steps/boardByName';
import { noteKeyNewEachTime, readOnceKey } from './steps/onceKey';

/**
 * Reads the fields of an item and its key, and checks them.
 * @throws NodeOperationError that names the fields
 */
export async function prepareItem(run: Run, started: StartedItem): Promise<Item> {
	const { context, client, operation } = run;
	const { extension } = operation;
	const { index } = started;
	const { baseUrl } = client.account;
	const entered = replaceBoardUrl(context, readItemFields(context, run.fields, index), baseUrl);
	extension?.requirePossible(context);
	const fields = extension?.adjustFields(context, entered, index) ?? entered;
	const withId = await replaceBoardName(run, fields);
	const checked = checkFields(context, operation, withId);
	const refusal = operation.explainRejection?.(checked, baseUrl);
	if (refusal !== undefined) throw makeRejection(context, [refusal]);
	const onceKey = readOnceKey(run, index);
	if (onceKey !== undefined) noteKeyNewEachTime(run, onceKey, index);
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
