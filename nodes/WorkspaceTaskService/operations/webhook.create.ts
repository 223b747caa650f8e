import { z } from 'zod';

import { customEventsField, eventOptions } from '../fields/commonFields';
import { CALLS, webhookBody } from '../service/calls';
import { readCreated } from '../service/responses';
import { mergeEventTypes, eventTypeList, eventTypesText } from '../service/values/schemas';
import { isAllowedWebhookUrl, findTestUrlWarning } from '../service/webhookUrl';
import type { Operation } from './operation';

const { url, events } = webhookBody.shape;

const parameters = z
	.object({
		url,
		events: eventTypeList.optional(),
		additionalFields: z.object({ customEvents: eventTypesText.optional() }).optional(),
	})
	.transform(({ url, events, additionalFields }) => ({
		url,
		events: mergeEventTypes(events, additionalFields?.customEvents),
	}))
	.pipe(z.object({ url, events }));

export const createWebhook: Operation<z.infer<typeof parameters>> = {
	option: {
		name: 'Register',
		value: 'create',
		description: 'Register a URL that the service calls when tasks change. This cannot be undone.',
		action: 'Register webhook',
	},
	properties: [
		{
			displayName:
				'Each run registers one more webhook, which the API cannot remove. To start a workflow on events, use the trigger node instead.',
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
			description: 'The URL that receives the events. It must begin with https://.',
			builderHint: {
				propertyHint:
					'Each new combination of URL and events registers one more permanent webhook.',
			},
		},
		{
			displayName: 'Events',
			name: 'events',
			type: 'multiOptions',
			default: ['task.created'],
			description: 'The events that the service sends to the URL. May be empty with Custom Events.',
			options: eventOptions,
		},
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [customEventsField],
		},
	],
	parameters,
	identityKey: ({ url, events }, onceKey) => JSON.stringify([url, [...events].sort(), onceKey]),
	explainRejection: ({ url }, baseUrl) => {
		if (isAllowedWebhookUrl(url, baseUrl)) return undefined;
		const { hostname } = new URL(baseUrl);
		return `"URL" must be a public https URL that ${hostname} can call, not "${url}"`;
	},
	findWarning: ({ url }) => findTestUrlWarning(url),
	call: CALLS.registerWebhook,
	request: ({ url, events }) => {
		const body: z.infer<typeof webhookBody> = { url, events };
		return { body };
	},
	response: readCreated('webhook'),
};
