import type { Assumed } from '../assumptions';
import type { Task } from '../records';
import { asAssumed } from './responses';

export interface TaskEvent {
	/** The same for every webhook; each delivery has its own id. */
	id: string;
	type: string;
	/** ISO time. */
	created_at: string;
	workspace_id: number;
	task: Task;
}

/** Assumed: the API document shows no payload. */
export function shapeNotification(event: TaskEvent, assumed: Assumed): unknown {
	const { id, created_at, workspace_id, task } = event;
	const type = eventTypeField(event.type, assumed);
	const envelope = { id, ...type, created_at, workspace_id };
	const shapes: Record<Assumed['notification'], unknown> = {
		'data.task': { ...envelope, data: { task } },
		task: { ...envelope, task },
		data: { ...envelope, data: task },
		flat: { ...type, workspace_id, ...task },
		batch: { events: [{ ...envelope, data: { task } }] },
		array: [{ ...envelope, data: { task } }],
	};
	return asAssumed(shapes[assumed.notification], assumed);
}

export function spellEventType(type: string, { eventSpelling }: Assumed): string {
	if (eventSpelling === 'task.created') return type;
	const snakeCase = type.replace('.', '_');
	return eventSpelling === 'task_created' ? snakeCase : snakeCase.toUpperCase();
}

function eventTypeField(type: string, assumed: Assumed): Record<string, string> {
	if (assumed.eventField === 'none') return {};
	return { [assumed.eventField]: spellEventType(type, assumed) };
}
