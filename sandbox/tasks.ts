import type { Assumptions } from './assumptions';
import type { DeliveryQueue } from './deliveries/queue';
import { addDeliveries } from './events';
import type { Feed } from './feed';
import { unknownRecord } from './http/errors';
import type { EventType, Task } from './records';
import { taskChanges, type TaskChanges, type TaskRequest } from './schemas';
import type { Store } from './store/store';

/** Stores a task and its due notifications in one transaction. */
export interface Tasks {
	create(request: TaskRequest): Task;
	/** Throws if the task or board is unknown or a field is invalid. */
	edit(id: number, changes: TaskChanges): Task;
}

interface Parts {
	store: Store;
	queue: DeliveryQueue;
	feed: Feed;
	assumptions: Assumptions;
}

export function createTasks({ store, queue, feed, assumptions }: Parts): Tasks {
	const write = (event: EventType, boardId: number, save: () => Task): Task => {
		const { task, due } = store.transaction(() => {
			const workspaceId = store.boards.workspaceOf(boardId);
			if (workspaceId === undefined) throw unknownRecord('board', boardId, 'board_id');
			const task = save();
			const due = addDeliveries(store, event, { task, workspaceId }, assumptions.current);
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
