import { randomUUID } from 'node:crypto';
import type { Assumed } from './assumptions/schema';
import type { Delivery, EventKind, Task } from './records';
import { shapeNotification } from './shapes/notification';
import type { Store } from './store/store';

/** What a notification tells of. */
export interface Happening {
	/** The event's, the same for every webhook; each delivery has an id of its own. */
	id: string;
	kind: EventKind;
	/** ISO time. */
	created_at: string;
	workspace_id: number;
	task: Task;
}

/** Stores one due delivery for each active webhook that subscribed to `event`. */
export function oweNotifications(
	store: Store,
	kind: EventKind,
	{ task, workspaceId }: { task: Task; workspaceId: number },
	assumed: Assumed,
): Delivery[] {
	const happening: Happening = {
		id: `evt_${randomUUID()}`,
		kind,
		created_at: task.updated_at,
		workspace_id: workspaceId,
		task,
	};
	const body = JSON.stringify(shapeNotification(happening, assumed));
	return store.webhooks
		.subscribedTo(kind)
		.map((id) =>
			store.deliveries.add({ id: `dlv_${randomUUID()}`, webhook_id: id, event: kind, body }),
		);
}
