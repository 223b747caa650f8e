import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { field } from '../api/json';
import { readDelivery } from '../api/read/delivery';
import { readForm } from '../api/read/form';
import { checkResponse, isSmall, type WebhookRequest } from './addressCheck';
import { itemsFor, taskEvent } from './events/items';
import { readPreferences } from './parameters';
import { openMemory } from './registration/record';
import { respond } from './respond';
import { refuseSender, verifySender } from './sender';
import { dropUnwanted } from './events/unwanted';

const OK = 200;
const BAD_REQUEST = 400;
const TOO_LARGE = 413;
const UNSUPPORTED_TYPE = 415;

/** Receives one request. Never throws, because that would be a failed execution. */
export async function receive(
	context: IWebhookFunctions,
	now: Date,
): Promise<IWebhookResponseData> {
	try {
		return await verifyAndReceive(context, now);
	} catch (error) {
		// Such as a body that is too large, or nested deeper than JSON.stringify can follow.
		context.logger.warn(`"${context.getNode().name}" could not read a delivery: ${String(error)}`);
		const refusal = field(error, 'status') === TOO_LARGE ? TOO_LARGE : BAD_REQUEST;
		return respond(context, refusal, 'the body could not be read');
	}
}

/** verify → parse → select → answer */
async function verifyAndReceive(
	context: IWebhookFunctions,
	now: Date,
): Promise<IWebhookResponseData> {
	const sender = verifySender(context);
	const { key, current } = sender;
	const received = await readRequest(context, key !== undefined);
	const form = readForm(received.body, received.headers['content-type']);
	if (key !== undefined && form?.isLost) return refuseForm(context);
	const request = form === undefined ? received : { ...received, body: form.fields };
	if (key === undefined && !isSmall(request)) return refuseSender(context, sender);

	const delivery = readDelivery(request);
	const check = checkResponse(request, delivery);
	if (check !== undefined) return respond(context, OK, 'address check', check);
	if (key === undefined) return refuseSender(context, sender);

	const preferences = readPreferences(context, current?.events ?? []);
	const { events, shared } = await dropUnwanted(context, { delivery, current, preferences }, now);
	if (events.length === 0) return respond(context, OK, 'no event is left');

	if (context.getMode() === 'manual') openMemory(context).hadTestEvent = true;
	const taskEvents = events.map((event) => taskEvent(event, now));
	const items = itemsFor(taskEvents, { delivery: request, shared, key }, preferences.output);
	return { workflowData: [items], noWebhookResponse: context.getResponseObject().headersSent };
}

async function readRequest(
	context: IWebhookFunctions,
	isVerified: boolean,
): Promise<WebhookRequest> {
	const request = context.getRequestObject();
	const { method, headers } = request;
	const query = context.getQueryData() as object;
	const body: unknown = context.getBodyData();
	const isUnread = body === undefined && request.rawBody === undefined;
	// n8n does not read bodies that it cannot parse.
	if (isVerified && isUnread) await request.readRawBody();
	return { method, query, headers, body, rawBody: request.rawBody, isVerified };
}

function refuseForm(context: IWebhookFunctions): IWebhookResponseData {
	const memory = openMemory(context);
	if (memory.hasWarnedOfForm !== true) {
		const { name } = context.getNode();
		context.logger.warn(
			`"${name}" refused a delivery: the event is in a part of a form that has a content type of its own, and n8n does not pass on such parts. Let the service send JSON, or a form without types.`,
		);
	}
	memory.hasWarnedOfForm = true;
	return respond(context, UNSUPPORTED_TYPE, 'n8n does not pass on the parts of this form');
}
