import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isObject } from '../api/json';
import { readDelivery } from '../api/read/delivery';
import { nodeKey } from '../nodeKind';
import { answerAndHideOwnTasks } from '../ownTasks/hideOwnTasks';
import { checkResponse, isSmall } from './addressCheck';
import { dropDuplicates } from './events/duplicates';
import { itemsOf } from './events/items';
import { knownTypes, selectEvents, typedEvents, type TypedEvent } from './events/selection';
import { verifySender } from './sender';
import { readPreferences, type Preferences } from './parameters';
import { openMemory } from './registration/record';
import { readRequest } from './request';
import { refuseLostPart, refuseSender, respond } from './respond';

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
		const isTooLarge = isObject(error) && error.status === TOO_LARGE;
		const status = isTooLarge ? TOO_LARGE : BAD_REQUEST;
		return respond(context, status, 'the body could not be read');
	}
}

/** verify → read → check → selected? → new? → not its own? → start */
async function verifyAndReceive(
	context: IWebhookFunctions,
	receivedDate: Date,
): Promise<IWebhookResponseData> {
	const sender = verifySender(context);
	const { key, current } = sender;
	const isReadable = key !== undefined || isSmall(context.getRequestObject());
	if (!isReadable) return refuseSender(context, sender);
	const request = await readRequest(context, key !== undefined);
	if (request === undefined) return refuseLostPart(context);

	const delivery = readDelivery(request);
	const registered = current?.events ?? [];
	const known = knownTypes(registered);
	const check = checkResponse(request, delivery, known);
	if (check !== undefined) return respond(context, OK, 'address check', check);
	if (key === undefined) return refuseSender(context, sender);

	const wanted = { ...readPreferences(context, registered), known };
	const events = typedEvents(delivery, wanted);
	const selected = selectEvents(events, wanted);
	logSkipped(context, events.length - selected.length, 'event type or board not selected');
	const baseUrl = current?.baseUrl ?? '';
	const left = await dropDuplicatesAndOwnTasks(selected, {
		context,
		wanted,
		baseUrl,
		receivedDate,
	});
	if (left.length === 0) return respond(context, OK, 'no event is left');

	if (isTest(context)) openMemory(context).hadTestEvent = true;
	const { shared } = delivery;
	const source = { delivery: request, shared, key, output: wanted.output };
	const items = itemsOf(left, source, receivedDate);
	return { workflowData: [items], noWebhookResponse: context.getResponseObject().headersSent };
}

interface Received {
	context: IWebhookFunctions;
	wanted: Preferences;
	baseUrl: string;
	receivedDate: Date;
}

/** None of a test: a person who listens for an event may repeat one on purpose. */
async function dropDuplicatesAndOwnTasks(
	events: TypedEvent[],
	{ context, wanted, baseUrl, receivedDate }: Received,
): Promise<TypedEvent[]> {
	if (isTest(context)) return events;
	let left = events;
	// First: the repetition of an event that was hidden is no second event.
	if (wanted.ignoresDuplicates) {
		const response = context.getResponseObject();
		left = dropDuplicates(events, { node: nodeKey(context), response, receivedDate });
		logSkipped(context, events.length - left.length, 'duplicate');
	}
	if (!wanted.ignoresOwnTasks) return left;
	const foreign = await answerAndHideOwnTasks(left, { context, baseUrl, receivedDate });
	logSkipped(context, left.length - foreign.length, 'own task');
	return foreign;
}

/** For n8n's debug log. */
function logSkipped(context: IWebhookFunctions, count: number, reason: string): void {
	if (count === 0) return;
	context.logger.debug(`"${context.getNode().name}" skipped ${count} event(s): ${reason}`);
}

function isTest(context: IWebhookFunctions): boolean {
	return context.getMode() === 'manual';
}
