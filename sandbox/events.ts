import { randomUUID } from 'node:crypto';
import type { Assumed } from './assumptions';
import { messageOf, type HttpMessage } from './deliveries/message';
import type { Delivery, EventKind, Task } from './records';
import { shapeNotification } from './shapes/notification';
import type { Store } from './store/store';

interface Change {
	task: Task;
	workspaceId: number;
}

/** Stores one due delivery for each active webhook that subscribed to `kind`. */
export function oweNotifications(
	store: Store,
	kind: EventKind,
	change: Change,
	assumed: Assumed,
): Delivery[] {
	const body = notificationOf(kind, change, assumed);
	return store.webhooks
		.subscribedTo(kind)
		.map((id) =>
			store.deliveries.add({ id: `dlv_${randomUUID()}`, webhook_id: id, event: kind, body }),
		);
}

/** What an event of this kind, also one that never occurs, would look like for the latest task. */
export function sampleOf(event: string, store: Store, assumed: Assumed): HttpMessage {
	const at = new Date().toISOString();
	const none = {
		description: null,
		due_date: null,
		priority: null,
		created_at: at,
		updated_at: at,
	};
	const task = store.tasks.list().at(-1) ?? { id: 1, title: 'A task', board_id: 1, ...none };
	const workspaceId = store.boards.workspaceOf(task.board_id) ?? 1;
	const body = notificationOf(event, { task, workspaceId }, assumed);
	return messageOf({ id: `dlv_${randomUUID()}`, event, body }, assumed);
}

function notificationOf(kind: string, { task, workspaceId }: Change, assumed: Assumed): string {
	const id = `evt_${randomUUID()}`;
	const event = { id, kind, created_at: task.updated_at, workspace_id: workspaceId, task };
	return JSON.stringify(shapeNotification(event, assumed));
}
