import { checkFields, makeRejection } from '../fields/checkFields';
import { replaceBoardUrl } from '../fields/locators';
import { describeSurprises, readFieldValues, rejectUnusableValues } from '../fields/readFields';
import type { JsonObject } from '../reading/json';
import { noteSurprises, type Item, type Run } from './item';
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
	const entered = replaceBoardUrl(context, readItemFields(run, index), baseUrl);
	extension?.requirePossible(context);
	const fields = extension?.adjustFields(context, entered, index) ?? entered;
	const withId = await replaceBoardName(run, fields);
	const checked = checkFields(context, operation, withId);
	const rejection = operation.explainRejection?.(checked, baseUrl);
	if (rejection !== undefined) throw makeRejection(context, [rejection]);
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

/** @throws NodeOperationError if a fixed value has an expression in it, or a number is not exact */
function readItemFields(run: Run, itemIndex: number): JsonObject {
	const { context, fields } = run;
	const entered = readFieldValues(context, fields.properties, itemIndex);
	noteSurprises(run, describeSurprises(context, fields, entered), itemIndex);
	rejectUnusableValues(context, fields.texts, entered, itemIndex);
	return entered;
}
