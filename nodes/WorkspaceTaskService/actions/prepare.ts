import type { Fields } from '../api/json';
import { boardIdOf } from './board/lookup';
import { isNamedBoard } from './entered';
import { boardLocator } from './fields';
import type { Item, Run } from './item';

/**
 * Reads the fields of an item, and checks them.
 * @throws NodeOperationError that names the fields
 */
export async function prepareItem(run: Run, index: number): Promise<Item> {
	const { context, panel } = run;
	const { operation } = panel;
	const { extension } = operation;
	const entered = panel.read(index);
	const fields = extension?.readFields(context, entered, index) ?? entered;
	const withId = await withBoardId(run, fields);
	const checked = panel.check(operation, withId);
	panel.noteEmptied(entered);
	const parameters = extension?.begin(context, checked) ?? checked;
	const request = { call: operation.call, ...operation.request(parameters) };
	const onceKey = panel.onceKey(entered);
	const wanted = operation.find?.(parameters);
	const item = { index, parameters, request, wanted, onceKey };
	const sharedKey = operation.sharedKey?.(parameters);
	// A name has one board, whatever the keys are.
	if (sharedKey === undefined || wanted !== undefined) return { ...item, sharedKey };
	// Create Once Per allows one create for each key.
	const keyOfBoth = JSON.stringify([sharedKey, onceKey]);
	return { ...item, sharedKey: keyOfBoth };
}

async function withBoardId(run: Run, fields: Fields): Promise<Fields> {
	const { name } = boardLocator;
	const value = fields[name];
	if (!isNamedBoard(value)) return fields;
	const id = await boardIdOf(run.boards, value.boardName);
	return { ...fields, [name]: id };
}
