import { randomUUID } from 'node:crypto';
import type { Assumed } from '../assumptions';
import type { Board, Task } from '../records';
import { asAssumed } from './responses';

/** The body, for all webhooks. Assumed: the API document shows none. */
export function shapeNotification(
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

export function spellEventType(type: string, { eventSpelling }: Assumed): string {
	if (eventSpelling === 'task.created') return type;
	const snakeCase = type.replace('.', '_');
	return eventSpelling === 'task_created' ? snakeCase : snakeCase.toUpperCase();
}
