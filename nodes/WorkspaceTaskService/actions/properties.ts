import type { INodeProperties } from 'n8n-workflow';

import { runOptions } from './options';
import { registry } from './registry';

/** Narrows a field to one operation; the conditions of its own stay. */
function shownFor(resource: string, operation: string) {
	return (property: INodeProperties): INodeProperties => ({
		...property,
		displayOptions: {
			...property.displayOptions,
			show: { ...property.displayOptions?.show, resource: [resource], operation: [operation] },
		},
	});
}

const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	default: 'task',
	options: [
		{ name: 'Board', value: 'board' },
		{ name: 'Task', value: 'task' },
		{ name: 'Webhook', value: 'webhook' },
	],
};

const operations = Object.entries(registry).map(([resource, byName]): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	default: 'create',
	displayOptions: { show: { resource: [resource] } },
	options: Object.values(byName).map(({ option }) => option),
}));

const fields = Object.entries(registry).flatMap(([resource, byName]) =>
	Object.entries(byName).flatMap(([operation, { properties }]) =>
		properties.map(shownFor(resource, operation)),
	),
);

/** The panel of the action node: the dropdowns, every operation's fields, the options of all. */
export const actionProperties: INodeProperties[] = [
	resource,
	...operations,
	...fields,
	...runOptions.properties,
];
