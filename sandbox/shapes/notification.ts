import { randomUUID } from 'node:crypto';
import type { Assumed } from '../assumptions';
import type { Board, Delivery, Task } from '../records';
import { asAssumed } from './responses';

/* Assumed: the API document shows neither headers nor bodies. */

export const JSON_TYPE = 'application/json';
export const USER_AGENT = 'workspace-task-service-sandbox';

/** A notification as sent. */
export interface HttpMessage {
	headers: Record<string, string>;
	body: string;
}

export const newDeliveryId = () => `dlv_${randomUUID()}`;

export const createMessage = (
	{ deliveryId, event, body }: Pick<Delivery, 'deliveryId' | 'body'> & { event: string },
	assumed: Assumed,
): HttpMessage => ({
	headers: {
		'content-type': JSON_TYPE,
		'user-agent': USER_AGENT,
		...(assumed.eventHeader && { 'x-webhook-event': spellEventType(event, assumed) }),
		...(assumed.deliveryIdHeader && { 'x-webhook-delivery': deliveryId }),
	},
	body,
});

/** The same body for all webhooks. */
export function createBody(
	event: string,
	task: Task,
	board: Board | undefined,
	assumed: Assumed,
): string {
	const { eventField, notification } = assumed;
	const type = eventField === 'none' ? {} : { [eventField]: spellEventType(event, assumed) };
	const place = { workspace_id: board?.workspace_id };
	const envelope = { id: `evt_${randomUUID()}`, ...type, created_at: task.updated_at, ...place };
	const shapes: Record<Assumed['notification'], unknown> = {
		'data.task': { ...envelope, data: { task } },
		task: { ...envelope, task },
		data: { ...envelope, data: task },
		flat: { ...type, ...place, ...task },
		batch: { events: [{ ...envelope, data: { task } }] },
		array: [{ ...envelope, data: { task } }],
	};
	return JSON.stringify(asAssumed(shapes[notification], assumed));
}

function spellEventType(type: string, { eventSpelling }: Assumed): string {
	if (eventSpelling === 'task.created') return type;
	const snakeCase = type.replace('.', '_');
	return eventSpelling === 'task_created' ? snakeCase : snakeCase.toUpperCase();
}
