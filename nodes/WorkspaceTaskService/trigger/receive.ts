import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { answerAndHideOwnTasks } from '../ownTasks/hideOwnTasks';
import { readDelivery } from '../reading/delivery';
import { isObject } from '../reading/json';
import { getNodeKey } from '../shared/nodeKind';
import { findCheckAnswer, isSmallRequest } from './addressCheck';
import { dropDuplicates } from './events/duplicates';
import { makeItems } from './events/eventItems';
import { listKnownTypes, selectEvents, readTypedEvents, type TypedEvent } from './events/selection';
import { openTriggerMemory } from './registration/record';
import { refuseLostFormPart, refuseSender, respondOnly } from './respond';
import { identifySender } from './sender';
import { readPreferences, type DeliveryPreferences } from './triggerFields';
import { readWebhookRequest } from './webhookRequest';

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
		return respondOnly(context, status, 'the body could not be read');
	}
}

/** verify → read → check → selected? → new? → not its own? → start */
async function verifyAndReceive(
	context: IWebhookFunctions,
	receivedDate: Date,
): Promise<IWebhookResponseData> {
	const sender = identifySender(context);
	const { key, current } = sender;
	const isReadable = key !== undefined || isSmallRequest(context.getRequestObject());
	if (!isReadable) return refuseSender(context, sender);
	const request = await readWebhookRequest(context, key !== undefined);
	if (request === undefined) return refuseLostFormPart(context);

	const delivery = readDelivery(request);
	const registered = current?.events ?? [];
	const known = listKnownTypes(registered);
	const check = findCheckAnswer(request, delivery, known);
	if (check !== undefined) return respondOnly(context, OK, 'address check', check);
	if (key === undefined) return refuseSender(context, sender);

	const wanted = { ...readPreferences(context, registered), known };
	const events = readTypedEvents(delivery, wanted);
	const selected = selectEvents(events, wanted);
	logSkipped(context, events.length - selected.length, 'event type or board not selected');
	const baseUrl = current?.baseUrl ?? '';
	const left = await dropDuplicatesAndOwnTasks(selected, {
		context,
		wanted,
		baseUrl,
		receivedDate,
	});
	if (left.length === 0) return respondOnly(context, OK, 'no event is left');

	if (isTestListening(context)) openTriggerMemory(context).hadTestEvent = true;
	const { shared } = delivery;
	const source = { delivery: request, shared, key, output: wanted.output };
	const items = makeItems(left, source, receivedDate);
	return { workflowData: [items], noWebhookResponse: context.getResponseObject().headersSent };
}

interface ReceivedDelivery {
	context: IWebhookFunctions;
	wanted: DeliveryPreferences;
	baseUrl: string;
	receivedDate: Date;
}

/** None of a test: a person who listens for an event may repeat one on purpose. */
async function dropDuplicatesAndOwnTasks(
	events: TypedEvent[],
	{ context, wanted, baseUrl, receivedDate }: ReceivedDelivery,
): Promise<TypedEvent[]> {
	if (isTestListening(context)) return events;
	let left = events;
	// First: the repetition of an event that was hidden is no second event.
	if (wanted.ignoresDuplicates) {
		const response = context.getResponseObject();
		left = dropDuplicates(events, { node: getNodeKey(context), response, receivedDate });
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

function isTestListening(context: IWebhookFunctions): boolean {
	return context.getMode() === 'manual';
}
