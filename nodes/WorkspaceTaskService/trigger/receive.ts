import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { field } from '../api/json';
import { nodeKey } from '../node';
import { OwnTasks } from '../ownTasks';
import { withoutDuplicates } from './duplicates';
import { checkResponse, isKeyOf, keyIn, type CheckResponse } from './key';
import { foreignEvents } from './ownEvents';
import { readPreferences } from './parameters';
import { itemsFor, readEvents } from './payload/parsedEvents';
import type { Delivery } from './payload/rawEvents';
import { currentRegistration, memoryOf, type Registration } from './registration/record';

const BAD_REQUEST = 400;
const UNAUTHORIZED = 401;
const TOO_LARGE = 413;

/** One request. Never throws, because that would be a failed execution. */
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
	const request = context.getRequestObject();
	const { method, headers } = request;
	const query = context.getQueryData() as object;
	const body: unknown = context.getBodyData();
	const key = keyIn(query);
	const current = currentRegistration(context);
	const { hashBeingRegistered } = memoryOf(context);
	const hashes = [current?.keyHash, hashBeingRegistered];
	const isLive = key !== undefined && isKeyOf(key, hashes);
	// n8n does not read bodies that it cannot parse.
	if (isLive && body === undefined && request.rawBody === undefined) await request.readRawBody();
	const delivery = { body, rawBody: request.rawBody, headers };
	const check = checkResponse({ method, query, ...delivery });
	if (check !== undefined) return respond(context, 200, 'address check', check);
	if (isLive) return await handleDelivery(context, { delivery, key, current }, now);
	if (current === undefined && hashBeingRegistered === undefined) warnWithoutRecord(context);
	return respond(context, UNAUTHORIZED, 'the key in the URL is not the current one');
}

/** A delivery with the current key: events → selected? duplicate? own task? → items. */
async function handleDelivery(
	context: IWebhookFunctions,
	{ delivery, key, current }: { delivery: Delivery; key: string; current?: Registration },
	now: Date,
): Promise<IWebhookResponseData> {
	const { events: registered = [], baseUrl = '' } = current ?? {};
	const preferences = readPreferences(context, registered);
	const selection = { ...preferences, registered };
	const { events, shared, unselected } = readEvents(delivery, selection, now);
	logSkipped(context, unselected, 'event type or board not selected');
	const isTest = context.getMode() === 'manual';
	// A person who listens for a test event may repeat one on purpose.
	const isChecked = preferences.ignoresDuplicates && !isTest;
	const response = context.getResponseObject();
	const fresh = isChecked ? withoutDuplicates(nodeKey(context), events, response) : events;
	logSkipped(context, events.length - fresh.length, 'duplicate');
	const ownTasks = OwnTasks.of(context.getWorkflow().id, baseUrl);
	const isFiltered = preferences.ignoresOwnTasks && !isTest && fresh.length > 0;
	const foreign = isFiltered ? await foreignEvents(context, ownTasks, fresh) : fresh;
	logSkipped(context, fresh.length - foreign.length, 'own task');
	if (foreign.length === 0) return respond(context, 200, 'no event is left');
	if (isTest) memoryOf(context).hadTestEvent = true;
	const items = itemsFor(foreign, { delivery, shared, key }, preferences.output);
	return { workflowData: [items], noWebhookResponse: response.headersSent };
}

/** n8n was killed before it stored the record, and does not register again by itself. */
function warnWithoutRecord(context: IWebhookFunctions): void {
	const memory = memoryOf(context);
	if (memory.hasWarned === true || context.getMode() === 'manual') return;
	memory.hasWarned = true;
	context.logger.warn(
		`"${context.getNode().name}" refused a delivery, because n8n has no record of a webhook of this trigger. Unpublish the workflow and publish it again: this registers a new webhook.`,
	);
}

function logSkipped(context: IWebhookFunctions, count: number, reason: string): void {
	if (count === 0) return;
	context.logger.debug(`"${context.getNode().name}" skipped ${count} event(s): ${reason}`);
}

/** Starts nothing. n8n's own response would reveal whether an event was filtered. */
function respond(
	context: IWebhookFunctions,
	status: number,
	reason: string,
	{ headers = {}, body = '' }: Partial<CheckResponse> = {},
): IWebhookResponseData {
	const { name } = context.getNode();
	context.logger.debug(`"${name}" responded with ${status} and started nothing: ${reason}`);
	const response = context.getResponseObject();
	if (!response.headersSent) response.writeHead(status, headers).end(body);
	return { noWebhookResponse: true };
}
