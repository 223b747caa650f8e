import { randomUUID } from 'node:crypto';
import type { Assumed } from './assumptions/schema';
import type { Delivery, EventKind, Task } from './records';
import { shapeNotification, type TaskEvent } from './shapes/notification';
import type { Store } from './store/store';

/** Stores one due delivery for each active webhook that subscribed to `kind`. */
export function oweNotifications(
	store: Store,
	kind: EventKind,
	{ task, workspaceId }: { task: Task; workspaceId: number },
	assumed: Assumed,
): Delivery[] {
	const event: TaskEvent = {
		id: `evt_${randomUUID()}`,
		kind,
		created_at: task.updated_at,
		workspace_id: workspaceId,
		task,
	};
	const body = JSON.stringify(shapeNotification(event, assumed));
	return store.webhooks
		.subscribedTo(kind)
		.map((id) =>
			store.deliveries.add({ id: `dlv_${randomUUID()}`, webhook_id: id, event: kind, body }),
		);
}
