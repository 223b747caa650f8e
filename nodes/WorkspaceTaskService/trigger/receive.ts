import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { Delivery } from './delivery';
import { readEvents } from './delivery';
import { admit, keyIn } from './key';
import { readRecord } from './record';
import { selectedEvents } from './selection';

/** One delivery: key → events → answer, and items if any. Never throws: that would be a failed run. */
export function receive(context: IWebhookFunctions): IWebhookResponseData {
	const record = readRecord(context);
	const status = admit(keyIn(context.getQueryData() as object), record);
	if (status !== 200) return refuse(context, status);
	const registered = record.current?.events ?? [];
	const wanted = wantedOr(registered, context);
	const events = readEvents(deliveryIn(context), wanted, registered, new Date());
	if (events.length === 0) return {};
	return { workflowData: [events.map((event) => ({ json: { ...event } as IDataObject }))] };
}

/** An expression that fails without an execution must not lose the event. */
function wantedOr(registered: string[], context: IWebhookFunctions): string[] {
	try {
		return selectedEvents(context);
	} catch (error) {
		context.logger.warn(`All registered events are taken: ${String(error)}`);
		return registered;
	}
}

function deliveryIn(context: IWebhookFunctions): Delivery {
	const { rawBody, headers } = context.getRequestObject();
	const body: unknown = context.getBodyData();
	return { body, rawBody: rawBody?.toString('utf8') ?? '', headers };
}

/** The answer says nothing that a stranger could use. */
function refuse(context: IWebhookFunctions, status: 401 | 410): IWebhookResponseData {
	context.getResponseObject().status(status).end();
	return { noWebhookResponse: true };
}
