import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

import { wholeNumber } from '../api/schemas';
import type { Operation } from './operation';

const concurrency = wholeNumber.refine((n) => n >= 1 && n <= 50, 'must be from 1 to 50');
const maxRetries = wholeNumber.refine((n) => n <= 10, 'must be from 0 to 10');
const timeout = wholeNumber.refine((n) => n >= 1 && n <= 300, 'must be from 1 to 300');

const parameters = z
	.object({
		options: z.object({
			concurrency: concurrency.default(5),
			maxRetries: maxRetries.default(4),
			timeout: timeout.default(20),
		}),
	})
	.transform(({ options }) => options);

/** How the items of one run are sent, whatever the operation. */
export type RunOptions = z.infer<typeof parameters>;

const properties: INodeProperties[] = [
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Concurrency',
				name: 'concurrency',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
				default: 5,
				description:
					'How many items to send at the same time. With 1 they are sent one after the other, in their order.',
			},
			{
				displayName: 'Max Retries',
				name: 'maxRetries',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 10, numberPrecision: 0 },
				default: 4,
				description:
					'How often to send a request again when the service is not there, busy or limits the rate. A create that may have been carried out is never sent again.',
			},
			{
				displayName: 'Timeout (Seconds)',
				name: 'timeout',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 300, numberPrecision: 0 },
				default: 20,
				description: 'How long to wait for the answer to a request',
			},
		],
	},
];

/** Read once per run, from the first item. */
export const runOptions: Pick<Operation<RunOptions>, 'properties' | 'parameters'> = {
	properties,
	parameters,
};
