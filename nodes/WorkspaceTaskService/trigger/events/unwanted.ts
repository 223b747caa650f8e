import type { IWebhookFunctions } from 'n8n-workflow';

import type { Fields } from '../../api/json';
import type { DeliveryReading } from '../../api/read/delivery/delivery';
import { nodeKey } from '../../nodeKind';
import { OwnTasks } from '../../ownTasks/ownTasks';
import type { Preferences } from '../parameters';
import type { Registration } from '../registration/record';
import { dropDuplicates } from './duplicates';
import { hideOwnTasks } from './ownEvents';
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
	receivedDate: Date,
): Promise<{ events: TypedEvent[]; shared?: Fields }> {
	const selection = { ...preferences, registered: current?.events ?? [] };
	const selected = selectEvents(delivery, selection);
	const { shared } = selected;
	logDropped(context, selected.unselected, 'event type or board not selected');
	// A person who listens for a test event may repeat an event on purpose.
	if (context.getMode() === 'manual') return { events: selected.events, shared };

	let fresh = selected.events;
	if (preferences.ignoresDuplicates) {
		fresh = dropDuplicates(nodeKey(context), fresh, context.getResponseObject());
	}
	logDropped(context, selected.events.length - fresh.length, 'duplicate');

	let events = fresh;
	if (preferences.ignoresOwnTasks) {
		const tasks = OwnTasks.open(context.getWorkflow().id, current?.baseUrl ?? '');
		events = await hideOwnTasks(context, tasks, fresh, receivedDate);
	}
	logDropped(context, fresh.length - events.length, 'own task');
	return { events, shared };
}

function logDropped(context: IWebhookFunctions, count: number, reason: string): void {
	if (count === 0) return;
	context.logger.debug(`"${context.getNode().name}" skipped ${count} event(s): ${reason}`);
}
