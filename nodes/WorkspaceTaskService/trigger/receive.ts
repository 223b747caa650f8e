import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isObject } from '../api/json';
import { readDelivery } from '../api/read/delivery';
import { nodeKey } from '../nodeKind';
import { hideOwnTasks } from '../ownTasks/hideOwnTasks';
import { checkResponse, isSmall } from './addressCheck';
import { dropDuplicates } from './events/duplicates';
import { itemsOf } from './events/items';
import {
	knownTypes,
	selectEvents,
	typedEvents,
	type Selection,
	type TypedEvent,
} from './events/selection';
import { verifySender } from './sender';
import { readPreferences, type Preferences } from './parameters';
import { openMemory } from './registration/record';
import { readRequest } from './request';
import { refuseLostPart, refuseSender, respond } from './respond';

const OK = 200;
const BAD_REQUEST = 400;
const TOO_LARGE = 413;

interface Received {
	context: IWebhookFunctions;
	selection: Selection;
	preferences: Preferences;
	baseUrl: string;
	receivedDate: Date;
}

type Filter = (events: TypedEvent[], received: Received) => TypedEvent[] | Promise<TypedEvent[]>;

/** In this order. What is left starts the workflow; n8n's debug log says how many are not, and why. */
const FILTERS: Array<[reason: string, keep: Filter]> = [
	['event type or board not selected', (events, { selection }) => selectEvents(events, selection)],
	['duplicate', keepNew],
	['own task', keepForeign],
];

function keepNew(events: TypedEvent[], { context, preferences }: Received): TypedEvent[] {
	if (!preferences.ignoresDuplicates || isTest(context)) return events;
	return dropDuplicates(nodeKey(context), events, context.getResponseObject());
}

async function keepForeign(events: TypedEvent[], received: Received): Promise<TypedEvent[]> {
	if (!received.preferences.ignoresOwnTasks || isTest(received.context)) return events;
	return await hideOwnTasks(events, received);
}

/** A person who listens for a test event may repeat an event on purpose. */
function isTest(context: IWebhookFunctions): boolean {
	return context.getMode() === 'manual';
}

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

/** verify → read → check → filter → start */
async function verifyAndReceive(
	context: IWebhookFunctions,
	receivedDate: Date,
): Promise<IWebhookResponseData> {
	const sender = verifySender(context);
	const { key, current: registration } = sender;
	const isReadable = key !== undefined || isSmall(context.getRequestObject());
	if (!isReadable) return refuseSender(context, sender);
	const request = await readRequest(context, key !== undefined);

	if (request === undefined) return refuseLostPart(context);
	const delivery = readDelivery(request);
	const known = knownTypes(registration?.events ?? []);
	const check = checkResponse(request, delivery, known);
	if (check !== undefined) return respond(context, OK, 'address check', check);
	if (key === undefined) return refuseSender(context, sender);

	const preferences = readPreferences(context, registration?.events ?? []);
	const selection = { ...preferences, known };
	const baseUrl = registration?.baseUrl ?? '';
	const received = { context, selection, preferences, baseUrl, receivedDate };
	const events = await filterEvents(typedEvents(delivery, selection), received);
	if (events.length === 0) return respond(context, OK, 'no event is left');
	if (isTest(context)) openMemory(context).hadTestEvent = true;
	const { shared } = delivery;
	const source = { delivery: request, shared, key, output: preferences.output };
	const items = itemsOf(events, source, receivedDate);
	return { workflowData: [items], noWebhookResponse: context.getResponseObject().headersSent };
}

async function filterEvents(all: TypedEvent[], received: Received): Promise<TypedEvent[]> {
	const { context } = received;
	let events = all;
	for (const [reason, keep] of FILTERS) {
		const kept = await keep(events, received);
		const count = events.length - kept.length;
		if (count > 0) log(context, `skipped ${count} event(s): ${reason}`);
		events = kept;
	}
	return events;
}

function log(context: IWebhookFunctions, text: string): void {
	context.logger.debug(`"${context.getNode().name}" ${text}`);
}
