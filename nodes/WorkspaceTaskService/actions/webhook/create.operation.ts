import { z } from 'zod';

import { created } from '../../api/responses';
import { eventKinds } from '../../api/events';
import { eventKindsText, eventList, webhookRequest } from '../../api/requests';
import { customEvents, eventOptions } from '../../commonFields';
import type { Operation } from '../operation';

const { url, events } = webhookRequest.shape;

const parameters = z
	.object({
		url,
		events: eventList.optional(),
		additionalFields: z.object({ customEvents: eventKindsText.optional() }).optional(),
	})
	.transform(({ url, events = [], additionalFields }) => ({
		url,
		events: eventKinds(events, additionalFields?.customEvents),
	}))
	.pipe(z.object({ url, events }));

/** API: POST /api/v1/webhooks */
export const createWebhook: Operation<z.infer<typeof parameters>> = {
	option: {
		name: 'Register',
		value: 'create',
		description: 'Have the service call an address when tasks change. The API cannot undo it.',
		action: 'Register a webhook',
	},
	properties: [
		{
			displayName:
				'The API cannot remove a webhook. To start a workflow on events, use the trigger node instead.',
			name: 'permanentNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/task-events',
			description: 'The address that receives the events. It must begin with https://.',
			builderHint: {
				propertyHint:
					'Each new combination of address and events registers one more permanent webhook.',
			},
		},
		{
			displayName: 'Events',
			name: 'events',
			type: 'multiOptions',
			default: ['task.created'],
			description: 'What the service reports to the address. May be empty with Custom Events.',
			options: eventOptions,
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [customEvents],
		},
	],
	parameters,
	sharedKey: ({ url, events }) => JSON.stringify([url, [...events].sort()]),
	request: ({ url, events }) => ({
		method: 'POST',
		path: '/api/v1/webhooks',
		effect: 'The webhook may have been registered',
		body: { url, events } satisfies z.infer<typeof webhookRequest>,
	}),
	response: created,
};
