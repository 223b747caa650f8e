import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readAs } from '../api/requests';
import { isObject, parseJson } from '../api/json';

export const customFields: INodeProperties = {
	displayName: 'Custom Fields',
	name: 'customFields',
	type: 'json',
	default: '{}',
	description:
		'Other fields of your service, as a JSON object such as {"estimate": 3}. They are sent unchanged.',
};

/** An expression yields JSON text or a value. */
export function jsonIn(value: unknown): unknown {
	return typeof value === 'string' ? parseJson(value) : value;
}

export function objectIn(value: unknown): IDataObject | undefined {
	const object = jsonIn(value);
	return isObject(object) ? (object as IDataObject) : undefined;
}

/** @param request whose fields the panel has already */
export function customFieldsOf(request: { shape: object }) {
	return readAs(objectIn, 'must be a JSON object, such as {"estimate": 3}')
		.superRefine((fields, context) => {
			const known = Object.keys(fields).filter((name) => Object.hasOwn(request.shape, name));
			const message = `must not contain fields that this node already has (${known.join(', ')})`;
			if (known.length > 0) context.addIssue({ code: 'custom', message });
		})
		.optional();
}
