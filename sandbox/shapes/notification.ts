import { z } from 'zod/v4';
import type { Assumed } from '../assumptions/schema';
import type { Happening } from '../events';
import { ASSUMED } from '../openapi/assumed';
import { eventKinds, taskRecord, type EventKind } from '../records';
import { withIds } from './ids';

/** A notification's body as it is by default. */
export const notification = z
	.object({
		id: z.string().describe("The event's, the same for every webhook"),
		event: z.enum(eventKinds),
		created_at: z.string().describe('ISO time'),
		workspace_id: z.int(),
		data: z.object({ task: taskRecord }),
	})
	.meta(ASSUMED);

/** Assumed in every part: the API document shows no payload. */
export function shapeNotification(happening: Happening, assumed: Assumed): unknown {
	const { id, created_at, workspace_id, task } = happening;
	const kind = namedKind(happening.kind, assumed);
	const envelope = { id, ...kind, created_at, workspace_id };
	const shapes: Record<Assumed['notification'], unknown> = {
		'data.task': { ...envelope, data: { task } },
		task: { ...envelope, task },
		data: { ...envelope, data: task },
		flat: { ...kind, workspace_id, ...task },
		batch: { events: [{ ...envelope, data: { task } }] },
		array: [{ ...envelope, data: { task } }],
	};
	return withIds(shapes[assumed.notification], assumed);
}

export function spell(kind: EventKind, { eventSpelling }: Assumed): string {
	if (eventSpelling === 'task.created') return kind;
	const words = kind.replace('.', '_');
	return eventSpelling === 'task_created' ? words : words.toUpperCase();
}

function namedKind(kind: EventKind, assumed: Assumed): Record<string, string> {
	if (assumed.eventField === 'none') return {};
	return { [assumed.eventField]: spell(kind, assumed) };
}
