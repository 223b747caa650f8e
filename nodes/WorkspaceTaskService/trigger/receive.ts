import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { answerAndHideOwnTasks } from '../ownTasks/hideOwnTasks';
import { readDelivery, type DeliveryReading } from '../reading/delivery';
import { getNodeKey } from '../shared/nodeKind';
import { findCheckAnswer, isSmallRequest } from './addressCheck';
import { dropDuplicates } from './events/duplicates';
import { makeItems } from './events/eventItems';
import {
	listKnownTypes,
	selectEvents,
	readTypedEvents,
	type EventSelection,
	type TypedEvent,
} from './events/selection';
import { openTriggerMemory } from './registration/record';
import { refuseLostFormPart, refuseSender, respondOnly } from './respond';
import { identifySender } from './sender';
import { readPreferences, type DeliveryPreferences } from './triggerFields';
import { readWebhookRequest } from './webhookRequest';

const OK = 200;

/** Responds to a refused request and to an address check; starts the workflow with any other delivery. */
export async function receive(
	context: IWebhookFunctions,
	receivedDate: Date,
): Promise<IWebhookResponseData> {
	const sender = identifySender(context);
	const { key, current } = sender;
	const isReadable = key !== undefined || isSmallRequest(context.getRequestObject());
	if (!isReadable) return refuseSender(context, sender);
	const request = await readWebhookRequest(context, key !== undefined);
	if (request === 'lostFormPart') return refuseLostFormPart(context);

	const delivery = readDelivery(request);
	const registered = current?.events ?? [];
	const known = listKnownTypes(registered);
	const check = findCheckAnswer(request, delivery, known);
	if (check !== undefined) return respondOnly(context, OK, 'address check', check);
	if (key === undefined) return refuseSender(context, sender);

	const wanted = { ...readPreferences(context, registered), known };
	const baseUrl = current?.baseUrl ?? '';
	const events = await filterEvents(delivery, { context, wanted, baseUrl, receivedDate });
	if (events.length === 0) return respondOnly(context, OK, 'no event is left');

	if (isTestListening(context)) openTriggerMemory(context).hadTestEvent = true;
	const source = { delivery: request, shared: delivery.shared, key, output: wanted.output };
	const items = makeItems(events, source, receivedDate);
	return { workflowData: [items], noWebhookResponse: context.getResponseObject().headersSent };
}

interface Filters {
	context: IWebhookFunctions;
	wanted: DeliveryPreferences & EventSelection;
	baseUrl: string;
	receivedDate: Date;
}

/** selected? → new? → not its own? */
async function filterEvents(delivery: DeliveryReading, filters: Filters): Promise<TypedEvent[]> {
	const { context, wanted } = filters;
	const events = readTypedEvents(delivery, wanted);
	const selected = selectEvents(events, wanted);
	logSkipped(context, events.length - selected.length, 'event type or board not selected');
	// A person who listens for an event may repeat one on purpose.
	if (isTestListening(context)) return selected;
	return await dropDuplicatesAndOwnTasks(selected, filters);
}

async function dropDuplicatesAndOwnTasks(
	events: TypedEvent[],
	{ context, wanted, baseUrl, receivedDate }: Filters,
): Promise<TypedEvent[]> {
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
