import type { IWebhookFunctions } from 'n8n-workflow';

import type { Fields } from '../../api/json';
import type { DeliveryReading } from '../../api/read/delivery';
import { nodeKey } from '../../nodeKind';
import { OwnTasks } from '../../ownTasks/ownTasks';
import { dropDuplicates } from './duplicates';
import { hideOwnTasks } from './ownEvents';
import type { Preferences } from '../parameters';
import type { Registration } from '../registration/record';
import { selectEvents, type TypedEvent } from './selection';

interface Received {
	delivery: DeliveryReading;
	current: Registration | undefined;
	preferences: Preferences;
}

/** Drops events that are not selected, duplicates and own tasks; n8n's debug log says how many. */
export async function dropUnwanted(
	context: IWebhookFunctions,
	{ delivery, current, preferences }: Received,
	receivedAt: Date,
): Promise<{ events: TypedEvent[]; shared?: Fields }> {
	const { events: registered = [], baseUrl = '' } = current ?? {};
	const selection = { ...preferences, registered };
	const { events: selected, unselected, shared } = selectEvents(delivery, selection);
	logDropped(context, unselected, 'event type or board not selected');
	// A person who listens for a test event may repeat an event on purpose.
	if (context.getMode() === 'manual') return { events: selected, shared };

	let fresh = selected;
	if (preferences.ignoresDuplicates)
		fresh = dropDuplicates(nodeKey(context), selected, context.getResponseObject());
	logDropped(context, selected.length - fresh.length, 'duplicate');

	const ownTasks = OwnTasks.open(context.getWorkflow().id, baseUrl);
	let events = fresh;
	if (preferences.ignoresOwnTasks)
		events = await hideOwnTasks(context, ownTasks, fresh, receivedAt);
	logDropped(context, fresh.length - events.length, 'own task');
	return { events, shared };
}

function logDropped(context: IWebhookFunctions, count: number, reason: string): void {
	if (count === 0) return;
	context.logger.debug(`"${context.getNode().name}" skipped ${count} event(s): ${reason}`);
}
