import { randomUUID } from 'node:crypto';
import { z } from 'zod/v4';
import { ASSUMED } from './openapi/assumed';
import { taskRecord, type Delivery, type Task } from './records';
import type { Store } from './store/store';

/** API: the two event kinds shown. */
export const eventKinds = ['task.created', 'task.updated'] as const;
export type EventKind = (typeof eventKinds)[number];

/** A notification's body. Assumed: the API document does not show one. */
export const notification = z
	.object({
		id: z.string().describe("The event's, the same for every webhook"),
		event: z.enum(eventKinds),
		created_at: z.string().describe('ISO time'),
		workspace_id: z.int(),
		data: z.object({ task: taskRecord }),
	})
	.meta(ASSUMED);
export type Notification = z.infer<typeof notification>;

/** Stores one due delivery for each active webhook that subscribed to `event`. */
export function oweNotifications(
	store: Store,
	event: EventKind,
	{ task, workspaceId }: { task: Task; workspaceId: number },
): Delivery[] {
	const fact: Notification = {
		id: `evt_${randomUUID()}`,
		event,
		created_at: task.updated_at,
		workspace_id: workspaceId,
		data: { task },
	};
	const body = JSON.stringify(fact);
	return store.webhooks
		.subscribedTo(event)
		.map((id) => store.deliveries.add({ id: `dlv_${randomUUID()}`, webhook_id: id, event, body }));
}
