import type { Assumptions } from './assumptions';
import type { DeliveryQueue } from './deliveries/queue';
import type { Feed } from './feed';
import { unknownRecord } from './http/errors';
import { newTask, type EventType, type Task } from './records';
import type { TaskChanges, TaskRequest } from './schemas';
import { createBody, newDeliveryId } from './shapes/notification';
import type { Store } from './store/store';

export type Tasks = ReturnType<typeof createTasks>;

interface Parts {
	assumptions: Assumptions;
	feed: Feed;
	queue: DeliveryQueue;
	store: Store;
}

/** Stores a task and its due notifications in one transaction. */
export function createTasks({ assumptions, feed, queue, store }: Parts) {
	const write = (event: EventType, boardId: number, save: () => Task): Task => {
		const { task, due } = store.transaction(() => {
			const board = store.boards.find(boardId);
			if (!board) throw unknownRecord('board', boardId, 'board_id');
			const task = save();
			const body = createBody(event, task, board, assumptions.current);
			const subscribed = store.webhooks
				.list()
				.filter(({ active, events }) => active && events.includes(event));
			const due = subscribed.map(({ id: webhookId }) => {
				const deliveryId = newDeliveryId();
				return store.deliveries.add({ deliveryId, webhookId, event, body, attempts: 0 });
			});
			return { task, due };
		});
		queue.enqueue(due);
		feed.emit();
		return task;
	};

	return {
		create: (request: TaskRequest): Task =>
			write('task.created', request.board_id, () => store.tasks.add(newTask(request))),
		/** Throws if the task or the board is unknown. */
		edit(id: number, changes: TaskChanges): Task {
			const task = store.tasks.find(id);
			if (!task) throw unknownRecord('task', id, 'id');
			const edited = { ...task, ...changes, updated_at: new Date().toISOString() };
			return write('task.updated', edited.board_id, () => store.tasks.replace(edited));
		},
	};
}
