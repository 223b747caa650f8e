import type { Assumed } from '../assumptions';
import type { Task } from '../records';
import { asAssumed } from './answers';

/** What a notification reports. */
export interface TaskEvent {
	/** The same for every webhook; each delivery has an id of its own. */
	id: string;
	kind: string;
	/** ISO time. */
	created_at: string;
	workspace_id: number;
	task: Task;
}

/** Assumed in every part: the API document shows no payload. */
export function shapeNotification(event: TaskEvent, assumed: Assumed): unknown {
	const { id, created_at, workspace_id, task } = event;
	const kind = namedKind(event.kind, assumed);
	const envelope = { id, ...kind, created_at, workspace_id };
	const shapes: Record<Assumed['notification'], unknown> = {
		'data.task': { ...envelope, data: { task } },
		task: { ...envelope, task },
		data: { ...envelope, data: task },
		flat: { ...kind, workspace_id, ...task },
		batch: { events: [{ ...envelope, data: { task } }] },
		array: [{ ...envelope, data: { task } }],
	};
	return asAssumed(shapes[assumed.notification], assumed);
}

export function spell(kind: string, { eventSpelling }: Assumed): string {
	if (eventSpelling === 'task.created') return kind;
	const words = kind.replace('.', '_');
	return eventSpelling === 'task_created' ? words : words.toUpperCase();
}

function namedKind(kind: string, assumed: Assumed): Record<string, string> {
	if (assumed.eventField === 'none') return {};
	return { [assumed.eventField]: spell(kind, assumed) };
}
