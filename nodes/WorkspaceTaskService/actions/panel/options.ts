import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { wholeNumberFrom } from '../../api/values/schemas';
import { checkFields } from '../../fields/checkFields';
import { readValues } from '../fields/readFields';
import { createOncePer } from '../oncePer/key';
import { listOperations } from '../registry';

/**
 * Each option is read as a field of its own, because an expression in Create Once Per may fail for an item.
 */
const parameters = z.object({
	'options.concurrency': wholeNumberFrom(1, 50).default(50),
	'options.maxRetries': wholeNumberFrom(0, 10).default(4),
	'options.timeout': wholeNumberFrom(1, 300).default(20),
});

const operationsWithoutCreate = listOperations()
	.filter(({ operation }) => operation.call.effect !== 'create')
	.map(({ name }) => name);

export const options: INodeProperties[] = [
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
		default: 50,
		description:
			'The maximum number of concurrent requests. The node sends fewer while the service limits the rate. With 1, items are sent one after the other.',
	},
	{ ...createOncePer, displayOptions: { hide: { '/operation': operationsWithoutCreate } } },
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

/** The options of a run. */
export const runOptions = {
	parameters,
	properties: options
		.filter(({ name }) => name !== createOncePer.name)
		.map((option) => ({ ...option, name: `options.${option.name}` })),
};

export function readOptions(context: IExecuteFunctions) {
	const entered = readValues(context, runOptions.properties, 0);
	const checked = checkFields(context, runOptions, entered);
	return {
		concurrency: checked['options.concurrency'],
		maxRetries: checked['options.maxRetries'],
		timeoutMs: checked['options.timeout'] * 1000,
	};
}
