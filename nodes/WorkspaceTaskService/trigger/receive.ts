import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { hideOwnTasks } from '../ownTasks/hideOwnTasks';
import { readDelivery, type DeliveryReading } from '../reading/delivery';
import { getNodeKey } from '../shared/nodeKind';
import { findAddressCheckResponse, hasSmallBody } from './addressCheck';
import { dropDuplicates } from './events/duplicates';
import { makeItemsWithMaskedKey } from './events/eventItems';
import {
	listKnownTypes,
	dropUnselectedEvents,
	addTypesToEvents,
	type EventSelection,
	type TypedEvent,
} from './events/selection';
import { openTriggerProcessMemory } from './registration/record';
import { refuseLostFormPart, refuseSender, respondOnly } from './respond';
import { identifySender } from './sender';
import { readPreferencesOrDefaults, type DeliveryPreferences } from './triggerFields';
import { readWebhookRequest } from './webhookRequest';

const OK = 200;

/**
 * Responds to a refused request and to an address check. With what is left of any other delivery, the
 * workflow starts.
 */
export async function respondOrStartWorkflow(
	context: IWebhookFunctions,
	receivedDate: Date,
): Promise<IWebhookResponseData> {
	const sender = identifySender(context);
	const { key, current } = sender;
	const isReadable = key !== undefined || hasSmallBody(context.getRequestObject());
	if (!isReadable) return refuseSender(context, sender);
	const request = await readWebhookRequest(context, key !== undefined);
	if (request === 'lostFormPart') return refuseLostFormPart(context);

	const reading = readDelivery(request);
	const registeredTypes = current?.events ?? [];
	const knownTypes = listKnownTypes(registeredTypes);
	const checkResponse = findAddressCheckResponse(request, reading, knownTypes);
	if (checkResponse !== undefined) return respondOnly(context, OK, 'address check', checkResponse);
	if (key === undefined) return refuseSender(context, sender);

	const preferences = { ...readPreferencesOrDefaults(context, registeredTypes), knownTypes };
	const baseUrl = current?.baseUrl ?? '';
	const events = await filterEvents(reading, { context, preferences, baseUrl, receivedDate });
	if (events.length === 0) return respondOnly(context, OK, 'no event is left');

	if (isTestListening(context)) openTriggerProcessMemory(context).hadTestEvent = true;
	const { besideList } = reading;
	const source = { request, besideList, key, output: preferences.output };
	const items = makeItemsWithMaskedKey(events, source, receivedDate);
	return { workflowData: [items], noWebhookResponse: context.getResponseObject().headersSent };
}

interface FilterInput {
	context: IWebhookFunctions;
	preferences: DeliveryPreferences & EventSelection;
	baseUrl: string;
	receivedDate: Date;
}

/** selected? → new? → not its own? */
async function filterEvents(reading: DeliveryReading, input: FilterInput): Promise<TypedEvent[]> {
	const { context, preferences } = input;
	const events = addTypesToEvents(reading, preferences);
	const selected = dropUnselectedEvents(events, preferences);
	logSkipped(context, events.length - selected.length, 'event type or board not selected');
	// A person who listens for an event may repeat one on purpose.
	if (isTestListening(context)) return selected;
	return await dropIgnoredEvents(selected, input);
}

async function dropIgnoredEvents(
	events: TypedEvent[],
	{ context, preferences, baseUrl, receivedDate }: FilterInput,
): Promise<TypedEvent[]> {
	let left = events;
	// First: the repetition of an event that was hidden is no second event.
	if (preferences.ignoresDuplicates) {
		const response = context.getResponseObject();
		left = dropDuplicates(events, { node: getNodeKey(context), response, receivedDate });
		logSkipped(context, events.length - left.length, 'duplicate');
	}
	if (!preferences.ignoresOwnTasks) return left;
	const foreign = await hideOwnTasks(left, { context, baseUrl, receivedDate });
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
