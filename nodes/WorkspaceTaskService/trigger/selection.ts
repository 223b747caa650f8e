import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { eventKinds } from '../api/events';

/** The event kinds of "Trigger On" and "Custom Events", the same for the lifecycle and deliveries. */
export function selectedEvents(context: IHookFunctions | IWebhookFunctions): string[] {
	const events = context.getNodeParameter('events', []);
	const selected = Array.isArray(events) ? events.map(String) : [];
	return eventKinds(selected, String(context.getNodeParameter('options.customEvents', '')));
}
