import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import type { Call } from '../../api/calls';
import { field } from '../../api/json';
import { forbidden, OBJECT_TEXT, trimmedText } from '../../api/values/schemas';
import type { FieldRules } from '../../fields/checkFields';
import { textAround } from './expressions';

/** What JavaScript makes of a missing field, at the end of a text. */
const ENDS_IN_MISSING = /(?<![\p{L}\p{N}])(undefined|null|NaN)$/u;
/** The same words anywhere in a text. */
const MISSING = /(?<![\p{L}\p{N}])(undefined|null|NaN)(?![\p{L}\p{N}])/gu;
const LETTER_DIGIT_OR_SYMBOL = /[\p{L}\p{N}\p{S}]/u;

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
export const ONCE_KEY = 'options.createOncePer';
const onceKeyProperty: INodeProperties = { ...createOncePer, name: ONCE_KEY };

/** The field of an item, if Create Once Per is set for an operation that creates. */
export function onceKeyProperties(context: IExecuteFunctions, { effect }: Call): INodeProperties[] {
	const isRead = effect === 'create' && storedOnceKey(context) !== '';
	return isRead ? [onceKeyProperty] : [];
}

/** Create Once Per as n8n stores it; an empty text if it is not set. */
export function storedOnceKey(context: IExecuteFunctions): string {
	const { parameters } = context.getNode();
	return String(field(parameters, 'options', createOncePer.name) ?? '');
}

/** @param stored the field as n8n stores it: with an equals sign before an expression */
export function onceKeyRules(stored: string): FieldRules<Record<string, string>> {
	const onceKey = trimmedText.superRefine((key, context) => {
		const problem = keyProblem(key, stored);
		if (problem !== undefined) context.addIssue({ code: 'custom', ...problem });
	});
	return {
		properties: [onceKeyProperty],
		parameters: z.object({ [ONCE_KEY]: onceKey }),
	};
}

function keyProblem(key: string, stored: string): { message: string } | undefined {
	const isFixed = !stored.startsWith('=');
	if (isFixed && /[{}]/.test(key)) {
		return forbidden('must not contain braces (to use an expression, switch to Expression)');
	}
	if (key === textAround(stored) || isOfMissingField(key)) {
		const message = 'must be complete (a field in its expression seems to be missing or empty)';
		return { message };
	}
	if (!LETTER_DIGIT_OR_SYMBOL.test(key))
		return { message: 'must contain a letter, digit or symbol' };
	return undefined;
}

/** A text that only begins with such a word may be a name. */
function isOfMissingField(key: string): boolean {
	if (ENDS_IN_MISSING.test(key) || OBJECT_TEXT.test(key)) return true;
	const rest = key.replace(MISSING, '');
	return rest !== key && !LETTER_DIGIT_OR_SYMBOL.test(rest);
}
