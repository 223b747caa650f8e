import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { wholeNumberFrom } from '../api/values';
import { actionHint, type BuilderHint } from '../builderHints';
import type { FieldRules } from '../fields/checkFields';
import { createOncePer } from './fields';
import type { Operation } from './operation';
import { registry } from './registry';

const optionsSchema = z
	.object({
		'options.concurrency': wholeNumberFrom(1, 50).default(50),
		'options.maxRetries': wholeNumberFrom(0, 10).default(4),
		'options.timeout': wholeNumberFrom(1, 300).default(20),
	})
	.transform((entered) => ({
		concurrency: entered['options.concurrency'],
		maxRetries: entered['options.maxRetries'],
		timeoutMs: entered['options.timeout'] * 1000,
	}));

interface Registered {
	resource: string;
	name: string;
	operation: Operation;
}

const everyOperation = Object.entries(registry).flatMap(([resource, byName]) =>
	Object.entries(byName).map(([name, operation]): Registered => ({ resource, name, operation })),
);

const withoutCreate = everyOperation
	.filter(({ operation }) => operation.call.effect !== 'create')
	.map(({ name }) => name);

const options: INodeProperties[] = [
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
		default: 50,
		description:
			'The maximum number of concurrent requests. The node sends fewer while the service limits the rate. With 1, items are sent one after the other.',
	},
	{ ...createOncePer, displayOptions: { hide: { '/operation': withoutCreate } } },
	{
		displayName: 'Max Retries',
		name: 'maxRetries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 10, numberPrecision: 0 },
		default: 4,
		description:
			'How many times to retry a request when the service is unreachable or busy. Creates that may have succeeded are never retried.',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 300, numberPrecision: 0 },
		default: 20,
		description: 'Maximum time for one request, including login',
	},
];

/** The options of a run. Read one by one, since an expression in Create Once Per may fail for an item. */
export const runOptions: FieldRules<z.infer<typeof optionsSchema>> = {
	parameters: optionsSchema,
	properties: options
		.filter(({ name }) => name !== createOncePer.name)
		.map((option) => ({ ...option, name: `options.${option.name}` })),
};

/** Narrows a field to one operation; the conditions of its own stay. */
function shownFor({ resource, name }: Registered, property: INodeProperties): INodeProperties {
	const { displayOptions } = property;
	const show = { ...displayOptions?.show, resource: [resource], operation: [name] };
	return { ...property, displayOptions: { ...displayOptions, show } };
}

const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	default: 'task',
	options: [
		{ name: 'Board', value: 'board', description: 'Create, find and list boards' },
		{ name: 'Task', value: 'task', description: 'Create tasks on a board, and wait for approval' },
		{
			name: 'Webhook',
			value: 'webhook',
			description: 'Register a URL that the service calls, permanently',
		},
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

export const actionProperties: INodeProperties[] = [
	resource,
	...operations,
	...everyOperation.flatMap((registered) =>
		registered.operation.properties.map((property) => shownFor(registered, property)),
	),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
	},
];

const actionNames = everyOperation.map(({ resource, name, operation }) => [
	`${resource}.${name}`,
	operation.option.action,
]);
const actionsByName = JSON.stringify(Object.fromEntries(actionNames));

export const subtitle = `={{ (${actionsByName})[$parameter["resource"] + "." + $parameter["operation"]] }}`;

const hints = everyOperation.flatMap(({ resource, name, operation }) => {
	const { builderHint } = operation;
	const show = { resource: [resource], operation: [name] };
	return builderHint === undefined ? [] : [{ ...builderHint, show }];
});

export const actionBuilderHint: BuilderHint = {
	...actionHint,
	relatedNodes: [...actionHint.relatedNodes, ...hints.flatMap((hint) => hint.relatedNodes ?? [])],
	extraTypeDefContent: hints.map(({ show, content }) => ({ displayOptions: { show }, content })),
};
