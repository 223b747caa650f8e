import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isObject } from '../api/json';
import { readDelivery } from '../api/read/delivery';
import { nodeKey } from '../nodeKind';
import { answerAndHideOwnTasks } from '../ownTasks/hideOwnTasks';
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
	wanted: Selection & Preferences;
	baseUrl: string;
	receivedDate: Date;
}

interface Filter {
	/** Why n8n's debug log says that events do not start the workflow. */
	reason: string;
	/** Undefined if it is always on. */
	option?: 'ignoresDuplicates' | 'ignoresOwnTasks';
	keep(events: TypedEvent[], received: Received): TypedEvent[] | Promise<TypedEvent[]>;
}

/** In this order. What is left starts the workflow. */
const FILTERS: Filter[] = [
	{
		reason: 'event type or board not selected',
		keep: (events, { wanted }) => selectEvents(events, wanted),
	},
	{
		reason: 'duplicate',
		option: 'ignoresDuplicates',
		keep: (events, { context, receivedDate }) =>
			dropDuplicates(events, {
				node: nodeKey(context),
				response: context.getResponseObject(),
				receivedDate,
			}),
	},
	{ reason: 'own task', option: 'ignoresOwnTasks', keep: answerAndHideOwnTasks },
];

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
	const received = { context, wanted, baseUrl: current?.baseUrl ?? '', receivedDate };
	const events = await filterEvents(typedEvents(delivery, wanted), received);
	if (events.length === 0) return respond(context, OK, 'no event is left');

	if (isTest(context)) openMemory(context).hadTestEvent = true;
	const { shared } = delivery;
	const source = { delivery: request, shared, key, output: wanted.output };
	const items = itemsOf(events, source, receivedDate);
	return { workflowData: [items], noWebhookResponse: context.getResponseObject().headersSent };
}

async function filterEvents(all: TypedEvent[], received: Received): Promise<TypedEvent[]> {
	const { context, wanted } = received;
	let events = all;
	for (const { reason, option, keep } of FILTERS) {
		// A person who listens for a test event may repeat an event on purpose.
		if (option !== undefined && (isTest(context) || !wanted[option])) continue;
		const kept = await keep(events, received);
		const count = events.length - kept.length;
		if (count > 0) {
			context.logger.debug(`"${context.getNode().name}" skipped ${count} event(s): ${reason}`);
		}
		events = kept;
	}
	return events;
}

function isTest(context: IWebhookFunctions): boolean {
	return context.getMode() === 'manual';
}
