import { checkFields, rejection } from '../fields/checkFields';
import { isTool } from '../nodeKind';
import { withBoardId } from './board/byName';
import { countEmptied } from './fields/expressions';
import { readFields } from './fields/readFields';
import type { Item, Run } from './item';
import type { StartedItem } from './startEach';

/**
 * Reads the fields of an item, and checks them.
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
	// A model may leave a field empty.
	if (!isTool(context)) countEmptied(run.fields.emptied, run.fields.texts, entered);
	const parameters = extension?.begin(context, checked) ?? checked;
	return {
		...started,
		parameters,
		request: {
			call: operation.call,
			...operation.request(parameters),
		},
	};
}
