import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { Delivery, Verdict } from './delivery';
import { readDelivery } from './delivery';
import { keyIn } from './key';
import { readRecord } from './record';
import { selectedEvents } from './selection';

/** One delivery: read → decide → answer or emit. Never throws: a throw would be a failed run. */
export function receive(context: IWebhookFunctions): IWebhookResponseData {
	const verdict = readDelivery(
		deliveryIn(context),
		readRecord(context),
		selectedEvents(context),
		new Date(),
	);
	if (verdict.status !== 200) return refuse(context, verdict);
	if (verdict.events.length === 0) return {};
	return { workflowData: [verdict.events.map((event) => ({ json: { ...event } as IDataObject }))] };
}

function deliveryIn(context: IWebhookFunctions): Delivery {
	const { rawBody, headers } = context.getRequestObject();
	return {
		body: context.getBodyData(),
		rawBody: rawBody?.toString('utf8') ?? '',
		headers,
		key: keyIn(context.getQueryData() as object),
	};
}

/** The answer says nothing that a stranger could use. */
function refuse(context: IWebhookFunctions, { status }: Verdict): IWebhookResponseData {
	context.getResponseObject().status(status).end();
	return { noWebhookResponse: true };
}
