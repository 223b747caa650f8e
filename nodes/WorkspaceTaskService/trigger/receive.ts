import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { field } from '../api/json';
import { nodeKey } from '../node';
import { OwnTasks } from '../ownTasks';
import { within } from '../time';
import { withoutDuplicates } from './duplicates';
import { checkResponse, keyIn, type CheckResponse } from './key';
import { readPreferences } from './parameters';
import { changeIn } from './payload/eventName';
import { itemsFor, readEvents, type ParsedEvent } from './payload/parsedEvents';
import type { Delivery } from './payload/rawEvents';
import { currentRegistration, memoryOf, type Registration } from './registration/record';

const BAD_REQUEST = 400;
const UNAUTHORIZED = 401;
const TOO_LARGE = 413;
const MAX_WAIT_MS = 30_000;
/** Each costs 10 MB: n8n keeps an isolate for it. */
const MAX_WAITING = 20;
/** Deliveries in this process that wait for a create. */
let waiting = 0;

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
	const current = currentRegistration(context);
	const { hashBeingRegistered } = memoryOf(context);
	const key = keyIn(query, [current?.keyHash, hashBeingRegistered]);
	const isUnread = body === undefined && request.rawBody === undefined;
	// n8n does not read bodies that it cannot parse.
	if (key !== undefined && isUnread) await request.readRawBody();
	const delivery = { body, rawBody: request.rawBody, headers };
	const check = checkResponse({ method, query, ...delivery });
	if (check !== undefined) return respond(context, 200, 'address check', check);
	if (key !== undefined) return await handleDelivery(context, { delivery, key, current }, now);
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
	const { events, shared, unselected } = readEvents(delivery, { ...preferences, registered }, now);
	logSkipped(context, unselected, 'event type or board not selected');
	let left = events;
	const keep = (kept: ParsedEvent[], reason: string) => {
		logSkipped(context, left.length - kept.length, reason);
		left = kept;
	};
	const response = context.getResponseObject();
	// A person who listens for a test event may repeat one on purpose.
	const isTest = context.getMode() === 'manual';
	if (preferences.ignoresDuplicates && !isTest)
		keep(withoutDuplicates(nodeKey(context), left, response), 'duplicate');
	const ownTasks = OwnTasks.of(context.getWorkflow().id, baseUrl);
	if (preferences.ignoresOwnTasks && !isTest)
		keep(await foreignEvents(context, ownTasks, left), 'own task');
	if (left.length === 0) return respond(context, 200, 'no event is left');
	if (isTest) memoryOf(context).hadTestEvent = true;
	const items = itemsFor(left, { delivery, shared, key }, preferences.output);
	return { workflowData: [items], noWebhookResponse: response.headersSent };
}

/**
 * The events that are not creations of the workflow's own tasks. One that may be that of a create in
 * flight gets its response first: a service may wait for it before it responds to the create.
 */
export async function foreignEvents(
	context: IWebhookFunctions,
	tasks: OwnTasks,
	received: ParsedEvent[],
): Promise<ParsedEvent[]> {
	const { id: trigger } = context.getNode();
	const isForeign = ({ event, entry }: ParsedEvent) =>
		!tasks.includes(entry, changeIn(event.event), trigger);
	let events = received.filter(isForeign);
	const receivedAt = Date.now();
	const pending = () => events.flatMap(({ entry }) => tasks.pending(entry, receivedAt));
	if (pending().length === 0 || waiting >= MAX_WAITING) return events;
	context.getResponseObject().writeHead(200).end();
	const decide = async () => {
		for (let creates = pending(); creates.length > 0; creates = pending()) {
			await Promise.race(creates);
			// An own event ends its wait at once: others may wait in its place.
			events = events.filter(isForeign);
		}
	};
	waiting += 1;
	await within(MAX_WAIT_MS, decide());
	waiting -= 1;
	return events;
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
