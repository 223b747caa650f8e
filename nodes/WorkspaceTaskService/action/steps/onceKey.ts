import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { checkFields } from '../../fields/checkFields';
import { makeOptionsField } from '../../fields/commonFields';
import { hasReturnedNothing, collectBracedTexts } from '../../fields/expressions';
import {
	describeEmptyExpressions,
	readOptionsSeparately,
	rejectUnusableValues,
} from '../../fields/readFields';
import { getMember } from '../../reading/json';
import { filledShownText } from '../../service/values/schemas';
import { noteSurprises, type Run } from '../item';

/** Milliseconds or seconds since 1970. */
const EPOCH = /^\d{10,13}$/;
const SECOND_MS = 1_000;
const NEW_EACH_TIME =
	': the key of "Create Once Per" differs in each execution, so no later execution skips anything';
const INCOMPLETE = 'must be complete (a field in its expression seems to be missing or empty)';

export const createOncePerField: INodeProperties = {
	displayName: 'Create Once Per',
	name: 'createOncePer',
	type: 'string',
	default: '',
	placeholder: 'e.g. an order number from the input',
	description:
		'A key that differs for each item, such as an order number: with a fixed text, this node creates one object only, and with a time such as $now nothing is ever skipped. If it already created something for the key, the item is skipped and returned with <code>skipped: true</code>. A key counts for this node, Base URL, credential, login email and kind of object. It does not tell API tokens apart. The last 10,000 keys are kept.',
};

const onceKeyFields = [makeOptionsField([createOncePerField])];

/**
 * The key of an item; undefined if Create Once Per is not set, or the operation creates nothing.
 * @throws NodeOperationError if the item has no key
 */
export function readOnceKey(run: Run, itemIndex: number): string | undefined {
	const { context, operation } = run;
	const { parameters } = context.getNode();
	// As n8n stores the field: with an equals sign before an expression.
	const stored = String(getMember(parameters, 'options', createOncePerField.name) ?? '');
	if (operation.call.effect !== 'create' || stored === '') return undefined;
	const texts = collectBracedTexts(
		{ options: { [createOncePerField.name]: stored } },
		onceKeyFields,
	);
	const entered = readOptionsSeparately(context, [createOncePerField], itemIndex);
	noteSurprises(run, describeEmptyExpressions(context, texts, entered), itemIndex);
	rejectUnusableValues(context, texts, entered, itemIndex);
	const key = filledShownText.refine((value) => {
		return !texts.some((text) => hasReturnedNothing(value, text));
	}, INCOMPLETE);
	const options = z.object({ createOncePer: key });
	const rules = { properties: onceKeyFields, parameters: z.object({ options }) };
	return checkFields(context, rules, entered).options.createOncePer;
}

export function noteKeyNewEachTime(run: Run, onceKey: string, itemIndex: number): void {
	if (!isNewEachTime(onceKey, run.context.getExecutionId(), Date.now())) return;
	noteSurprises(run, [NEW_EACH_TIME], itemIndex);
}

/** Whether a key is the ID of this execution, or a time of this second, in ISO 8601 or as a number. */
export function isNewEachTime(key: string, executionId: string, nowMs: number): boolean {
	const number = EPOCH.test(key) ? Number(key) : NaN;
	const timesMs = [DateTime.fromISO(key).toMillis(), number, number * SECOND_MS];
	return key === executionId || timesMs.some((timeMs) => Math.abs(nowMs - timeMs) <= SECOND_MS);
}
