import { randomUUID } from 'node:crypto';
import type { Board, Delivery, Task } from './records';
import type { Store } from './store/store';

/** API: the two event kinds shown. */
export type EventKind = 'task.created' | 'task.updated';

/** A notification's body. Assumed: the API document does not show one. */
export interface Notification {
	/** The event's, the same for every webhook; each delivery has an id of its own. */
	id: string;
	event: EventKind;
	/** ISO time. */
	created_at: string;
	workspace_id: number;
	data: { task: Task };
}

/** Stores one due delivery for each active webhook that subscribed to `event`. */
export function oweNotifications(
	store: Store,
	event: EventKind,
	{ task, board }: { task: Task; board: Board },
): Delivery[] {
	const notification: Notification = {
		id: `evt_${randomUUID()}`,
		event,
		created_at: task.updated_at,
		workspace_id: board.workspace_id,
		data: { task },
	};
	const body = JSON.stringify(notification);
	return store.webhooks
		.subscribedTo(event)
		.map(({ id }) =>
			store.deliveries.add({ id: `dlv_${randomUUID()}`, webhook_id: id, event, body }),
		);
}
