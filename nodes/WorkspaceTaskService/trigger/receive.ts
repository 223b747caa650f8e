import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { field } from '../api/json';
import { ExpiringMap } from '../expiringMap';
import { noteStart, scopeOf } from '../ownTasks';
import { claimNew } from './duplicates';
import { handshakeAnswer } from './handshake';
import { keyIn, statusForKey } from './key';
import { foreignEvents } from './ownEvents';
import { readPreferences } from './parameters';
import type { Delivery } from './payload/body';
import { itemsFor, readEvents } from './payload/events';
import type { Registration, SubscriptionRecord } from './registration/record';
import { nodeKey, noteTestEvent, readRecord } from './registration/record';
import { keyBeingRegistered } from './registration/register';

const BAD_REQUEST = 400;
const TOO_LARGE = 413;
const UNAVAILABLE = 503;
const RETRY_LATER = { 'retry-after': '10' };
const MAX_NODES = 1_000;

/** The nodes that were warned about. */
const warned = new ExpiringMap<true>(MAX_NODES);

/** One request. Never throws: that would be a failed run. */
export async function receive(
	context: IWebhookFunctions,
	now: Date,
): Promise<IWebhookResponseData> {
	const request = context.getRequestObject();
	const { method, headers } = request;
	const query = context.getQueryData() as object;
	const body: unknown = context.getBodyData();
	const key = keyIn(query);
	const record = readRecord(context);
	const registering = keyBeingRegistered(context);
	const status = statusForKey(key, record, registering);
	const isLive = key !== undefined && status === 200;
	try {
		// n8n leaves bodies unread that it does not parse.
		if (isLive && body === undefined && request.rawBody === undefined) await request.readRawBody();
	} catch (error) {
		const refusal = field(error, 'status') === TOO_LARGE ? TOO_LARGE : BAD_REQUEST;
		return answer(context, refusal, 'unreadable body');
	}
	const { rawBody } = request;
	const check = handshakeAnswer({ method, query, headers, body, rawBody }, isLive);
	if (check !== undefined) return answer(context, 200, 'address check', check.headers, check.body);
	if (isLive) return await handleDelivery(context, { body, rawBody, headers }, key, now);
	if (registering === undefined) warnWithoutRecord(context, record);
	return answer(context, status, 'not a live key');
}

/** One delivery with the live key: events → wanted? duplicate? own? → items, or an answer without them. */
async function handleDelivery(
	context: IWebhookFunctions,
	delivery: Delivery,
	key: string,
	now: Date,
): Promise<IWebhookResponseData> {
	const current: Partial<Registration> = readRecord(context).current ?? {};
	const { events: registered = [], baseUrl = '' } = current;
	const preferences = readPreferences(context, current);
	const { events, shared } = readEvents(delivery, { ...preferences, registered }, now);
	if (events.length === 0) return answer(context, 200, 'not wanted');
	const isTest = context.getMode() === 'manual';
	const ended = endOf(context);
	// While a person listens for a test event, repeating one by hand is intended.
	const isChecked = preferences.ignoresDuplicates && !isTest && ended !== undefined;
	const fresh = isChecked ? await claimNew(nodeKey(context), events, ended) : events;
	if (fresh === undefined) {
		return answer(context, UNAVAILABLE, 'the first delivery is not answered yet', RETRY_LATER);
	}
	if (fresh.length === 0) return answer(context, 200, 'duplicate');
	const { id: workflowId } = context.getWorkflow();
	const filtersOwn = preferences.ignoresOwnTasks && !isTest;
	const { events: foreign, generation } = filtersOwn
		? await foreignEvents(context, scopeOf(workflowId, baseUrl), fresh)
		: { events: fresh, generation: 0 };
	if (foreign.length === 0) return answer(context, 200, 'own task');
	if (isTest) noteTestEvent(context);
	noteStart({ workflowId, trigger: context.getNode().name }, now.toISOString(), generation);
	return { workflowData: [itemsFor(foreign, { delivery, shared, key }, preferences.output)] };
}

/**
 * Settles with whether the sender got an answer that needs no repetition. Undefined if it is gone:
 * it will repeat the event.
 */
function endOf(context: IWebhookFunctions): Promise<boolean> | undefined {
	const response = context.getResponseObject();
	if (response.closed) return undefined;
	return new Promise((resolve) => {
		response.once('close', () => resolve(response.writableFinished && response.statusCode < 500));
	});
}

/** n8n was killed before it stored the record, and does not register again by itself. */
function warnWithoutRecord(context: IWebhookFunctions, record: SubscriptionRecord): void {
	const isKnown = record.current !== undefined || record.retired.length > 0;
	const node = nodeKey(context);
	if (isKnown || context.getMode() === 'manual' || warned.get(node)) return;
	warned.set(node, true);
	context.logger.warn(
		`"${context.getNode().name}" refused a delivery, because n8n has no record of a webhook of this trigger. Unpublish the workflow and publish it again: this registers a new webhook.`,
	);
}

/** Starts nothing. An answer of n8n itself would tell these cases from a run. */
function answer(
	context: IWebhookFunctions,
	status: number,
	reason: string,
	headers: Record<string, string> = {},
	body = '',
): IWebhookResponseData {
	const { name: node } = context.getNode();
	context.logger.debug(`Answered ${status} without an execution: ${reason}`, { node });
	context.getResponseObject().writeHead(status, headers).end(body);
	return { noWebhookResponse: true };
}
