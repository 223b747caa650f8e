import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { itemsFor, taskEvent, type ItemSource } from './events/items';
import type { TypedEvent } from './events/selection';
import type { Preferences } from './parameters';
import { openMemory } from './registration/record';

interface Start extends ItemSource {
	events: TypedEvent[];
	output: Preferences['output'];
}

/** Starts the workflow with an item per event. n8n responds, unless the node has responded already. */
export function startWorkflow(
	context: IWebhookFunctions,
	start: Start,
	receivedDate: Date,
): IWebhookResponseData {
	if (context.getMode() === 'manual') openMemory(context).hadTestEvent = true;
	const taskEvents = start.events.map((event) => taskEvent(event, receivedDate));
	const items = itemsFor(taskEvents, start, start.output);
	return { workflowData: [items], noWebhookResponse: context.getResponseObject().headersSent };
}
