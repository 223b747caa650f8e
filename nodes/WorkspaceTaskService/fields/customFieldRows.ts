import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { getMember, isObject, type JsonObject } from '../reading/json';
import { parseEnteredJsonExactly } from '../reading/parse';
import { makeForbiddenIssue, text, trimmedText, type Schema } from '../service/values/schemas';
import { makeCustomFieldsCheck, readJsonField } from './customFields';

/* Custom fields as rows of a name, a type and a value, beside the JSON of `customFields.ts`. */

export const customFieldRows: INodeProperties = {
	displayName: 'Custom Fields',
	name: 'customFieldRows',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Custom Field',
	default: {},
	description: 'Other fields of your service',
	options: [
		{
			displayName: 'Custom Field',
			name: 'rows',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. estimate',
					description: 'The name of the field in the API of your service',
				},
				{
					displayName: 'Type',
					name: 'type',
					type: 'options',
					default: 'string',
					description: 'The type in which the value is sent',
					options: [
						{ name: 'JSON', value: 'json' },
						{ name: 'List', value: 'array' },
						{ name: 'Number', value: 'number' },
						{ name: 'Text', value: 'string' },
						{ name: 'True or False', value: 'boolean' },
					],
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. 3',
					description: 'A list is written as JSON, such as ["a", "b"]. An empty value is not sent.',
				},
			],
		},
	],
};

interface Row {
	name: string;
	value: unknown;
}

const JSON_NUMBER = /^-?\d{1,100}(\.\d{1,100})?([eE][+-]?\d{1,3})?$/;

function parseNumber(value: unknown): unknown {
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	const typed = String(value).trim();
	return JSON_NUMBER.test(typed) ? parseEnteredJsonExactly(typed).value : undefined;
}

function parseTrueOrFalse(value: unknown): boolean | undefined {
	const word = String(value).trim().toLowerCase();
	if (word === 'true') return true;
	return word === 'false' ? false : undefined;
}

function parseJsonList(entered: unknown): unknown[] | undefined {
	const list = readJsonField(entered).value;
	return Array.isArray(list) ? list : undefined;
}

interface ValueType {
	/** Undefined if a value is not of the type. */
	read(value: unknown): unknown;
	noun: string;
}

const VALUE_TYPES: Record<string, ValueType> = {
	array: { read: parseJsonList, noun: 'a list, such as ["a", "b"]' },
	boolean: { read: parseTrueOrFalse, noun: 'true or false' },
	json: { read: (entered) => readJsonField(entered).value, noun: 'JSON' },
	number: { read: parseNumber, noun: 'a number' },
	string: { read: (value) => text.safeParse(value).data, noun: 'text' },
};
const VALUE_TYPE_NAMES = Object.keys(VALUE_TYPES).join(', ');

const rowSchema = z.unknown().transform((entered, context): Row | undefined => {
	const { name, type = 'string', value } = isObject(entered) ? entered : {};
	if (value === undefined || value === null || value === '') return undefined;
	const addColumnIssue = (column: string, message: string) => {
		context.addIssue({ code: 'custom', message, path: [column] });
		return z.NEVER;
	};
	const fieldName = trimmedText.safeParse(name).data;
	if (fieldName === undefined) return addColumnIssue('name', 'must be the name of a field');
	const valueType = getMember(VALUE_TYPES, String(type)) as ValueType | undefined;
	if (valueType === undefined) return addColumnIssue('type', `must be one of ${VALUE_TYPE_NAMES}`);
	const parsed = valueType.read(value);
	if (parsed !== undefined) return { name: fieldName, value: parsed };
	return addColumnIssue('value', `of "${fieldName}" must be ${valueType.noun}`);
});

/** @param body the rules of the body that the fields are sent in */
export function makeCustomFieldRowsSchema(body: { shape: object }): Schema<JsonObject | undefined> {
	const rows = z.array(rowSchema).superRefine((parsed, context) => {
		const names = parsed.map((row) => row?.name).filter((name) => name !== undefined);
		for (const name of new Set(names.filter((one, index) => names.indexOf(one) !== index))) {
			const message = `must not contain "${name}" twice`;
			context.addIssue({ code: 'custom', ...makeForbiddenIssue(message) });
		}
	});
	const fields = rows.transform((parsed) => {
		const filled = parsed.filter((row) => row !== undefined);
		return Object.fromEntries(filled.map(({ name, value }) => [name, value]));
	});
	const check = makeCustomFieldsCheck(body);
	return z
		.object({ rows: fields.superRefine(check).optional() })
		.optional()
		.transform((collection) => collection?.rows) as Schema<JsonObject | undefined>;
}
