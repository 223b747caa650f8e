import type { Assumptions } from './assumptions';
import type { DeliveryQueue } from './deliveries/queue';
import { oweNotifications } from './events';
import type { Feed } from './feed';
import { unknownRecord } from './http/errors';
import type { EventKind, Task } from './records';
import { taskChanges, type TaskChanges, type TaskRequest } from './schemas';
import type { Store } from './store/store';

/** Creating and editing tasks: the task and its due notifications are stored as one. */
export interface Tasks {
	create(request: TaskRequest): Task;
	/** Throws on an unknown task or board and on fields that cannot be read. */
	edit(id: number, changes: TaskChanges): Task;
}

interface Parts {
	store: Store;
	queue: DeliveryQueue;
	feed: Feed;
	assumptions: Assumptions;
}

export function createTasks({ store, queue, feed, assumptions }: Parts): Tasks {
	const write = (event: EventKind, boardId: number, save: () => Task): Task => {
		const { task, due } = store.transaction(() => {
			const workspaceId = store.boards.workspaceOf(boardId);
			if (workspaceId === undefined) throw unknownRecord('board', boardId, 'board_id');
			const task = save();
			const due = oweNotifications(store, event, { task, workspaceId }, assumptions.current);
			return { task, due };
		});
		queue.enqueue(due);
		feed.emit({ type: 'changed' });
		return task;
	};

	return {
		create: (request) => write('task.created', request.board_id, () => store.tasks.add(request)),
		edit(id, changes) {
			const task = store.tasks.find(id);
			if (!task) throw unknownRecord('task', id, 'id');
			const edited = { ...task, ...taskChanges.parse(changes) };
			return write('task.updated', edited.board_id, () => store.tasks.replace(edited));
		},
	};
}
