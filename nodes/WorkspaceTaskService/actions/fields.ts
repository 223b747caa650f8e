import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { isObject, parseEntered } from '../api/json';
import { readAs, trimmedText } from '../api/values';
import type { FieldRules } from '../node';

/** Text that an expression produces for a missing field. */
const MISSING = /undefined|(?<!\p{L})(null|NaN)|(null|NaN)(?!\p{L})|\[object /u;
/** A separator at either end. `#7` and `+49` begin with a sign. */
const SEPARATOR_AT_END = /^[-–—_:;,|=/\\&~]|[-–—_:;,|=/\\&~+#@]$/;

export const boardLocator: INodeProperties = {
	displayName: 'Board',
	name: 'boardId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The board that gets the task',
	builderHint: { propertyHint: 'Required: there is no default board.' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a board...',
			typeOptions: { searchListMethod: 'searchBoards', searchable: true },
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://tasks.example.com/boards/42',
			hint: 'The URL of the board in your browser',
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 42' },
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. Roadmap',
			hint: 'The full name, not case-sensitive',
		},
	],
};

export const workspaceLocator: INodeProperties = {
	displayName: 'Workspace',
	name: 'workspaceId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The workspace that holds the board',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a workspace...',
			typeOptions: { searchListMethod: 'searchWorkspaces', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 7' },
	],
};

/** A text field: n8n's date picker drops what it cannot read, and hides a stored word. */
export const dueDate: INodeProperties = {
	displayName: 'Due Date',
	name: 'dueDate',
	type: 'string',
	default: '',
	placeholder: 'e.g. 2026-12-31',
	hint: 'Also: today, tomorrow, +3 days, in 2 weeks, 31.12.2026',
	description:
		'The day on which the task is due. A time is ignored, except in text that ends in Z, which is converted to the time zone of the workflow.',
};

export const customFields: INodeProperties = {
	displayName: 'Custom Fields',
	name: 'customFields',
	type: 'json',
	default: '{}',
	description:
		'Other fields of your service, as a JSON object such as {"estimate": 3}. They are sent unchanged.',
};

export const createOncePer: INodeProperties = {
	displayName: 'Create Once Per',
	name: 'createOncePer',
	type: 'string',
	default: '',
	placeholder: 'e.g. an order number from the input',
	description:
		'A key that differs for each item, such as an order number: with a fixed text, this node creates one object only. If it already created something for the key, the item is skipped and returned with <code>skipped: true</code>. A key counts for this node, Base URL, credential, login email and kind of object. It does not tell API tokens apart. The last 10,000 keys are kept.',
};

const onceKey = trimmedText
	.refine(
		(key) => !/[{}]/.test(key),
		'must not contain braces (to use an expression, switch to Expression)',
	)
	.refine(
		(key) => !MISSING.test(key) && !SEPARATOR_AT_END.test(key),
		'must be complete (a field in its expression seems to be missing or empty)',
	)
	.refine((key) => /[\p{L}\p{N}]/u.test(key), 'must contain a letter or digit');

/** Read for each item; the other options are those of the first. */
export const ONCE_KEY = 'options.createOncePer';
export const onceField: FieldRules<Record<string, string>> = {
	properties: [{ ...createOncePer, name: ONCE_KEY }],
	parameters: z.object({ [ONCE_KEY]: onceKey }),
};

const mustBeObject = (value: unknown) => {
	const { problem } = typeof value === 'string' ? parseEntered(value) : {};
	const reason = problem === undefined ? '' : ` (${problem})`;
	return `must be a JSON object, such as {"estimate": 3}${reason}`;
};

function objectOf(value: unknown): IDataObject | undefined {
	const object = typeof value === 'string' ? parseEntered(value).value : value;
	return isObject(object) ? (object as IDataObject) : undefined;
}

export function customFieldsBeside(body: { shape: object }) {
	return readAs(objectOf, mustBeObject)
		.superRefine((fields, context) => {
			const known = Object.keys(fields).filter((name) => Object.hasOwn(body.shape, name));
			const message = `must not contain fields that this node already has (${known.join(', ')})`;
			if (known.length > 0) context.addIssue({ code: 'custom', message });
		})
		.optional();
}
