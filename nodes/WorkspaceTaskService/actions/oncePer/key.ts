import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { field } from '../../api/json';
import { forbidden, OBJECT_TEXT, trimmedText } from '../../api/values/schemas';
import { checkFields } from '../../fields/checkFields';
import { isMadeOfRounded, OF_ROUNDED, returnedNothing } from '../fields/expressions';
import { readValues } from '../fields/readFields';
import type { Item, Run } from '../item';

export const createOncePer: INodeProperties = {
	displayName: 'Create Once Per',
	name: 'createOncePer',
	type: 'string',
	default: '',
	placeholder: 'e.g. an order number from the input',
	description:
		'A key that differs for each item, such as an order number: with a fixed text, this node creates one object only. If it already created something for the key, the item is skipped and returned with <code>skipped: true</code>. A key counts for this node, Base URL, credential, login email and kind of object. It does not tell API tokens apart. The last 10,000 keys are kept.',
};

/** Read for each item; the other options are read for the first item. */
const ONCE_KEY = 'options.createOncePer';
const properties: INodeProperties[] = [{ ...createOncePer, name: ONCE_KEY }];

/** @throws NodeOperationError if Create Once Per is set, and has no key for the item */
export function withOnceKey(run: Run, item: Item): Item {
	return { ...item, onceKey: item.onceKey ?? readOnceKey(run, item.index) };
}

/** Undefined if Create Once Per is not set, or if the operation creates nothing. */
function readOnceKey({ context, operation }: Run, itemIndex: number): string | undefined {
	const { parameters } = context.getNode();
	// As n8n stores the field: with an equals sign before an expression.
	const stored = String(field(parameters, 'options', createOncePer.name) ?? '');
	if (operation.call.effect !== 'create' || stored === '') return undefined;
	const entered = readValues(context, properties, itemIndex);
	const isOfRounded = isMadeOfRounded(entered[ONCE_KEY], context.getInputData()[itemIndex]?.json);
	const onceKey = trimmedText.superRefine((key, check) => {
		const problem = isOfRounded ? OF_ROUNDED : keyProblem(key, stored);
		if (problem !== undefined) check.addIssue({ code: 'custom', ...problem });
	});
	const rules = { properties, parameters: z.object({ [ONCE_KEY]: onceKey }) };
	return checkFields(context, rules, entered)[ONCE_KEY];
}

function keyProblem(key: string, stored: string): { message: string } | undefined {
	const isFixed = !stored.startsWith('=');
	if (isFixed && /[{}]/.test(key)) {
		return forbidden('must not contain braces (to use an expression, switch to Expression)');
	}
	const isComplete = !returnedNothing(key, stored) && !OBJECT_TEXT.test(key);
	if (isComplete) return undefined;
	return { message: 'must be complete (a field in its expression seems to be missing or empty)' };
}
