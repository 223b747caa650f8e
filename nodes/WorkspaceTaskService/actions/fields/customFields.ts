import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isObject, parseEntered } from '../../api/json';
import { readAs } from '../../api/values';

export const customFields: INodeProperties = {
	displayName: 'Custom Fields',
	name: 'customFields',
	type: 'json',
	default: '{}',
	description:
		'Other fields of your service, as a JSON object such as {"estimate": 3}. They are sent unchanged.',
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
