import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { wholeNumberFrom } from '../api/values';
import type { FieldRules } from '../node';
import { createBoard, findOrCreateBoard } from './board/create.operation';
import { getAllBoards } from './board/getAll.operation';
import { createOncePer } from './fields';
import type { Operation } from './operation';
import { createTask } from './task/create.operation';
import { sendAndWait } from './task/sendAndWait.operation';
import { createWebhook } from './webhook/create.operation';

/** The keys are internal names, which workflows store. */
export const registry: Record<string, Record<string, Operation>> = {
	board: {
		create: createBoard,
		findOrCreate: findOrCreateBoard,
		getAll: getAllBoards,
	},
	task: { create: createTask, sendAndWait },
	webhook: { create: createWebhook },
};

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

const everyOperation = Object.entries(registry).flatMap(([resource, byName]) =>
	Object.entries(byName).map(([name, operation]) => ({ resource, name, operation })),
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

/** Those of the run. Read one by one, since an expression in Create Once Per may fail for an item. */
export const runOptions: FieldRules<z.infer<typeof optionsSchema>> = {
	parameters: optionsSchema,
	properties: options
		.filter(({ name }) => name !== createOncePer.name)
		.map((option) => ({ ...option, name: `options.${option.name}` })),
};

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
	...everyOperation.flatMap(({ resource, name, operation }) =>
		operation.properties.map(shownFor(resource, name)),
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

export const subtitle = `={{ (${JSON.stringify(Object.fromEntries(actionNames))})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
