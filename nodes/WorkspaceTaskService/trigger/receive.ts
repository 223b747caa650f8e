import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { field } from '../api/json';
import { readDelivery } from '../api/read/delivery/delivery';
import { checkResponse, isSmall } from './addressCheck';
import { dropUnwanted } from './events/unwanted';
import { refuseLostForm } from './lostForm';
import { readPreferences } from './parameters';
import { readRequest } from './request';
import { respond } from './respond';
import { refuseSender, verifySender } from './sender';
import { startWorkflow } from './startWorkflow';

const OK = 200;
const BAD_REQUEST = 400;
const TOO_LARGE = 413;

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
		const status = field(error, 'status') === TOO_LARGE ? TOO_LARGE : BAD_REQUEST;
		return respond(context, status, 'the body could not be read');
	}
}

/** verify → parse → select → answer */
async function verifyAndReceive(
	context: IWebhookFunctions,
	now: Date,
): Promise<IWebhookResponseData> {
	const sender = verifySender(context);
	const { key, current } = sender;
	const isReadable = key !== undefined || isSmall(context.getRequestObject());
	if (!isReadable) return refuseSender(context, sender);
	const request = await readRequest(context, key !== undefined);
	if (request === undefined) return refuseLostForm(context);

	const delivery = readDelivery(request);
	const check = checkResponse(request, delivery);
	if (check !== undefined) return respond(context, OK, 'address check', check);
	if (key === undefined) return refuseSender(context, sender);

	const preferences = readPreferences(context, current?.events ?? []);
	const { events, shared } = await dropUnwanted(context, { delivery, current, preferences }, now);
	if (events.length === 0) return respond(context, OK, 'no event is left');

	const { output } = preferences;
	return startWorkflow(context, { events, shared, delivery: request, key, output }, now);
}
