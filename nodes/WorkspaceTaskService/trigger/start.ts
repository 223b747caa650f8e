import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import type { Delivery, DeliveryReading } from '../api/read/delivery';
import { nodeKey } from '../node';
import { OwnTasks } from '../ownTasks';
import { dropDuplicates } from './duplicates';
import { itemsFor, taskEvent } from './items';
import { hideOwnTasks } from './ownEvents';
import { readPreferences } from './parameters';
import { openMemory, type Registration } from './registration/record';
import { respond } from './respond';
import { selectEvents, type TypedEvent } from './selection';

export interface Accepted {
	delivery: Delivery;
	reading: DeliveryReading;
	key: string;
	current?: Registration;
}

/** Starts the workflow for a delivery with the current key: selected? duplicate? own task? → items. */
export async function startWorkflow(
	context: IWebhookFunctions,
	{ delivery, reading, key, current }: Accepted,
	now: Date,
): Promise<IWebhookResponseData> {
	const { events: registered = [], baseUrl = '' } = current ?? {};
	const preferences = readPreferences(context, registered);
	const { events, unselected } = selectEvents(reading, { ...preferences, registered });
	logSkipped(context, unselected, 'event type or board not selected');
	let left = events;
	const keep = (kept: TypedEvent[], reason: string) => {
		logSkipped(context, left.length - kept.length, reason);
		left = kept;
	};
	const response = context.getResponseObject();
	// A person who listens for a test event may repeat an event on purpose.
	const isTest = context.getMode() === 'manual';
	if (preferences.ignoresDuplicates && !isTest)
		keep(dropDuplicates(nodeKey(context), left, response), 'duplicate');
	const ownTasks = OwnTasks.open(context.getWorkflow().id, baseUrl);
	if (preferences.ignoresOwnTasks && !isTest)
		keep(await hideOwnTasks(context, ownTasks, left, now), 'own task');
	if (left.length === 0) return respond(context, 200, 'no event is left');
	if (isTest) openMemory(context).hadTestEvent = true;
	const taskEvents = left.map((event) => taskEvent(event, now));
	const source = { delivery, shared: reading.shared, key };
	const items = itemsFor(taskEvents, source, preferences.output);
	return { workflowData: [items], noWebhookResponse: response.headersSent };
}

function logSkipped(context: IWebhookFunctions, count: number, reason: string): void {
	if (count === 0) return;
	context.logger.debug(`"${context.getNode().name}" skipped ${count} event(s): ${reason}`);
}
