import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

import { checkFields } from '../../fields/checkFields';
import { makeOptionsField } from '../../fields/commonFields';
import { readOptionsSeparately } from '../../fields/readFields';
import { makeWholeNumberSchema } from '../../service/values/schemas';
import { listOperations } from '../registry';
import { createOncePerField } from '../steps/onceKey';

const parameters = z.object({
	options: z.object({
		concurrency: makeWholeNumberSchema(1, 50).default(50),
		maxRetries: makeWholeNumberSchema(0, 10).default(4),
		timeout: makeWholeNumberSchema(1, 300).default(20),
	}),
});

const operationsWithoutCreate = listOperations()
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
	{ ...createOncePerField, displayOptions: { hide: { '/operation': operationsWithoutCreate } } },
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

export const optionsField = makeOptionsField(options);

export const runOptionRules = { parameters, properties: [optionsField] };

interface RunOptions {
	concurrency: number;
	maxRetries: number;
	timeoutMs: number;
}

/** The options of a run. Create Once Per is read for each item: its expression may fail for an item. */
export function readRunOptions(context: IExecuteFunctions): RunOptions {
	const ofRun = options.filter(({ name }) => name !== createOncePerField.name);
	const entered = readOptionsSeparately(context, ofRun, 0);
	const { concurrency, maxRetries, timeout } = checkFields(
		context,
		runOptionRules,
		entered,
	).options;
	return { concurrency, maxRetries, timeoutMs: timeout * 1000 };
}
