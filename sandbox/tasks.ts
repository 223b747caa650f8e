import type { Assumptions } from './assumptions/assumptions';
import type { DeliveryQueue } from './deliveries/queue';
import { oweNotifications } from './events';
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

export function createTasks(store: Store, queue: DeliveryQueue, assumptions: Assumptions): Tasks {
	const write = (event: EventKind, boardId: number, save: () => Task): Task => {
		const { task, due } = store.transaction(() => {
			const board = store.boards.find(boardId);
			if (!board) throw unknownRecord('board', boardId, 'board_id');
			const task = save();
			return { task, due: oweNotifications(store, event, { task, board }, assumptions.current) };
		});
		queue.enqueue(due);
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
