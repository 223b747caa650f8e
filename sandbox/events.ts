import { randomUUID } from 'node:crypto';
import type { Assumed } from './assumptions';
import { createMessage, type HttpMessage } from './deliveries/message';
import { newTask, type Delivery, type EventType, type Task } from './records';
import { shapeNotification } from './shapes/notification';
import type { Store } from './store/store';

export const newDeliveryId = () => `dlv_${randomUUID()}`;

/** Stores one due delivery for each active webhook that subscribed to the event type. */
export function addDeliveries(
	{ boards, deliveries, webhooks }: Store,
	event: EventType,
	task: Task,
	assumed: Assumed,
): Delivery[] {
	const body = shapeNotification(event, task, boards.find(task.board_id), assumed);
	const subscribed = webhooks
		.list()
		.filter(({ active, events }) => active && events.includes(event));
	return subscribed.map(({ id: webhookId }) =>
		deliveries.add({ deliveryId: newDeliveryId(), webhookId, event, body, attempts: 0 }),
	);
}

/** An event of any type, also one that never occurs, about the latest task. */
export function sampleEvent(
	event: string,
	{ boards, tasks }: Store,
	assumed: Assumed,
): HttpMessage {
	const sample = { id: 1, ...newTask({ title: 'A task', board_id: 1 }) };
	const task = tasks.list().at(-1) ?? sample;
	const body = shapeNotification(event, task, boards.find(task.board_id), assumed);
	return createMessage({ deliveryId: newDeliveryId(), event, body }, assumed);
}
