import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isObject } from '../../api/json';
import { parseEntered } from '../../api/parse';
import { forbidden, readAs } from '../../api/values/schemas';

export const customFields: INodeProperties = {
	displayName: 'Custom Fields',
	name: 'customFields',
	type: 'json',
	default: '{}',
	description:
		'Other fields of your service, as a JSON object such as {"estimate": 3}. They are sent unchanged.',
};

function mustBeObject(value: unknown): string {
	const problem = typeof value === 'string' ? parseEntered(value).problem : undefined;
	const reason = problem === undefined ? '' : ` (${problem})`;
	return `must be a JSON object, such as {"estimate": 3}${reason}`;
}

function objectOf(value: unknown): IDataObject | undefined {
	const object = typeof value === 'string' ? parseEntered(value).value : value;
	return isObject(object) ? (object as IDataObject) : undefined;
}

/** @param body the rules of the body that the fields are sent in */
export function customFieldsBeside(body: { shape: object }) {
	return readAs(objectOf, mustBeObject)
		.superRefine((fields, context) => {
			const names = Object.keys(fields).filter((name) => Object.hasOwn(body.shape, name));
			if (names.length === 0) return;
			const message = `must not contain fields that this node already has (${names.join(', ')})`;
			context.addIssue({ code: 'custom', ...forbidden(message) });
		})
		.optional();
}
