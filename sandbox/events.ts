import { randomUUID } from 'node:crypto';
import type { Assumed } from './assumptions';
import { createMessage, type HttpMessage } from './deliveries/message';
import type { Delivery, EventType, Task } from './records';
import { shapeNotification } from './shapes/notification';
import type { Store } from './store/store';

interface Change {
	task: Task;
	workspaceId: number;
}

/** Stores one due delivery for each active webhook that subscribed to the event type. */
export function addDeliveries(
	store: Store,
	type: EventType,
	change: Change,
	assumed: Assumed,
): Delivery[] {
	const body = notificationOf(type, change, assumed);
	return store.webhooks
		.subscribedTo(type)
		.map((id) =>
			store.deliveries.add({ id: `dlv_${randomUUID()}`, webhook_id: id, event: type, body }),
		);
}

/** An event of any type, also one that never occurs, about the latest task. */
export function sampleEvent(event: string, store: Store, assumed: Assumed): HttpMessage {
	const at = new Date().toISOString();
	const empty = {
		description: null,
		due_date: null,
		priority: null,
		created_at: at,
		updated_at: at,
	};
	const task = store.tasks.list().at(-1) ?? { id: 1, title: 'A task', board_id: 1, ...empty };
	const workspaceId = store.boards.workspaceOf(task.board_id) ?? 1;
	const body = notificationOf(event, { task, workspaceId }, assumed);
	return createMessage({ id: `dlv_${randomUUID()}`, event, body }, assumed);
}

function notificationOf(type: string, { task, workspaceId }: Change, assumed: Assumed): string {
	const id = `evt_${randomUUID()}`;
	const event = { id, type, created_at: task.updated_at, workspace_id: workspaceId, task };
	return JSON.stringify(shapeNotification(event, assumed));
}
