import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { field } from '../api/json';
import { isOwnTask, triggerKey } from '../ownTasks';
import type { Delivery } from './payload/body';
import { claim, dedupMemory, forget } from './duplicates';
import type { ParsedEvent } from './payload/events';
import { itemsFor, readEvents } from './payload/events';
import { handshakeAnswer } from './handshake';
import { statusForKey, keyIn } from './key';
import type { Preferences } from './parameters';
import { readPreferences } from './parameters';
import { keyBeingRegistered } from './registration/register';
import { readRecord } from './registration/record';

const BAD_REQUEST = 400;
const TOO_LARGE = 413;

const memory = dedupMemory();

/** One request. Never throws: that would be a failed run. */
export async function receive(
	context: IWebhookFunctions,
	now: Date,
): Promise<IWebhookResponseData> {
	const request = context.getRequestObject();
	const { method, headers, rawBody } = request;
	const query = context.getQueryData() as object;
	const body: unknown = context.getBodyData();
	const handshake = handshakeAnswer({ method, query, headers, body, rawBody });
	if (handshake !== undefined) {
		return answer(context, 200, 'address check', handshake.headers, handshake.body);
	}
	const key = keyIn(query);
	const status = statusForKey(key, readRecord(context), keyBeingRegistered(context));
	if (key === undefined || status !== 200) return answer(context, status, 'not a live key');
	try {
		// n8n leaves multipart bodies unread that are no forms.
		if (body === undefined && rawBody === undefined) await request.readRawBody();
	} catch (error) {
		const refusal = field(error, 'status') === TOO_LARGE ? TOO_LARGE : BAD_REQUEST;
		return answer(context, refusal, 'unreadable body');
	}
	return handleDelivery(context, { body, rawBody: request.rawBody, headers }, key, now);
}

/** One statusForKeyd delivery: events → wanted and new → items, or an answer without them. */
function handleDelivery(
	context: IWebhookFunctions,
	delivery: Delivery,
	key: string,
	now: Date,
): IWebhookResponseData {
	const { events: registered = [], baseUrl = '' } = readRecord(context).current ?? {};
	const preferences = readPreferences(context, registered);
	const { events, shared } = readEvents(delivery, { ...preferences, registered }, now);
	const foreign = withoutOwnTasks(context, events, preferences, baseUrl);
	const fresh = withoutDuplicates(context, foreign, preferences, now);
	if (fresh.length === 0) {
		const reason = foreign.length > 0 ? 'duplicate' : 'own task';
		return answer(context, 200, events.length === 0 ? 'not wanted' : reason);
	}
	return { workflowData: [itemsFor(fresh, { delivery, shared, key }, preferences.output)] };
}

function withoutOwnTasks(
	context: IWebhookFunctions,
	events: ParsedEvent[],
	{ ignoresOwnTasks }: Preferences,
	baseUrl: string,
): ParsedEvent[] {
	if (!ignoresOwnTasks || context.getMode() === 'manual') return events;
	const trigger = triggerKey(context.getWorkflow().id, context.getNode().name, baseUrl);
	return events.filter(
		({ event: { event, task }, boardId }) =>
			event !== 'task.created' || !isOwnTask(trigger, { task, boardId }),
	);
}

/** While a person listens for a test event, repeating one by hand is intended. */
function withoutDuplicates(
	context: IWebhookFunctions,
	events: ParsedEvent[],
	{ ignoresDuplicates }: Preferences,
	now: Date,
): ParsedEvent[] {
	const response = context.getResponseObject();
	// Nobody waits for the answer any more: the sender will repeat the event.
	if (!ignoresDuplicates || context.getMode() === 'manual' || response.closed) return events;
	const node = `${context.getWorkflow().id} ${context.getNode().id}`;
	const keys = events.map((event) =>
		event.keys.map((key) => ({ ...key, text: `${node} ${key.text}` })),
	);
	const isNew = claim(memory, keys, now);
	const claimed = keys.filter((_, index) => isNew[index]).flat();
	response.once('close', () => {
		const isAnswered = response.writableFinished && response.statusCode < 500;
		if (!isAnswered) forget(memory, claimed);
	});
	return events.filter((_, index) => isNew[index]);
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
