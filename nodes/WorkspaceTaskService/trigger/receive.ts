import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { field } from '../api/json';
import { readDelivery, type Delivery } from '../api/read/delivery';
import { checkResponse, isSmall } from './addressCheck';
import { keyIn } from './key';
import { currentRegistration, openMemory } from './registration/record';
import { respond } from './respond';
import { startWorkflow } from './start';

const BAD_REQUEST = 400;
const UNAUTHORIZED = 401;
const TOO_LARGE = 413;

/** Receives one request. Never throws, because that would be a failed execution. */
export async function receive(
	context: IWebhookFunctions,
	now: Date,
): Promise<IWebhookResponseData> {
	try {
		return await handleRequest(context, now);
	} catch (error) {
		// Such as a body that is too large, or nested deeper than JSON.stringify can follow.
		context.logger.warn(`"${context.getNode().name}" could not read a delivery: ${String(error)}`);
		const refusal = field(error, 'status') === TOO_LARGE ? TOO_LARGE : BAD_REQUEST;
		return respond(context, refusal, 'the body could not be read');
	}
}

async function handleRequest(context: IWebhookFunctions, now: Date): Promise<IWebhookResponseData> {
	const current = currentRegistration(context);
	const { hashBeingRegistered } = openMemory(context);
	const query = context.getQueryData() as object;
	const key = keyIn(query, [current?.keyHash, hashBeingRegistered]);
	const delivery = await readRequest(context, key !== undefined);
	if (key !== undefined || isSmall(delivery)) {
		const reading = readDelivery(delivery);
		const { method } = context.getRequestObject();
		const check = checkResponse({ method, query, ...delivery }, reading.whole);
		if (check !== undefined) return respond(context, 200, 'address check', check);
		if (key !== undefined)
			return await startWorkflow(context, { delivery, reading, key, current }, now);
	}
	if (current === undefined && hashBeingRegistered === undefined) warnWithoutRecord(context);
	return respond(context, UNAUTHORIZED, 'the key in the URL is not the current one');
}

async function readRequest(context: IWebhookFunctions, hasKey: boolean): Promise<Delivery> {
	const request = context.getRequestObject();
	const body: unknown = context.getBodyData();
	const isUnread = body === undefined && request.rawBody === undefined;
	// n8n does not read bodies that it cannot parse.
	if (hasKey && isUnread) await request.readRawBody();
	return { body, rawBody: request.rawBody, headers: request.headers };
}

/** n8n was killed before it stored the record, and does not register again by itself. */
function warnWithoutRecord(context: IWebhookFunctions): void {
	const memory = openMemory(context);
	if (memory.hasWarned === true || context.getMode() === 'manual') return;
	memory.hasWarned = true;
	context.logger.warn(
		`"${context.getNode().name}" refused a delivery, because n8n has no record of a webhook of this trigger. Unpublish the workflow and publish it again: this registers a new webhook.`,
	);
}
