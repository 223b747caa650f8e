import { DatabaseSync } from 'node:sqlite';
import type { Board, Delivery, Task, Webhook } from '../records';
import { seedBoards, seedTasks } from './seed';
import { table } from './table';

/*
 * NORMAL does not wait for the disk: a killed process loses nothing, a power loss only the latest
 * commits, and neither corrupts the file.
 */
const SETTINGS = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL';

const TASKS_BY_BOARD = "CREATE INDEX IF NOT EXISTS tasks_by_board ON tasks (record ->> 'board_id')";

const WITH_COUNT = `*,
	(SELECT count(*) FROM tasks WHERE tasks.record ->> 'board_id' = boards.id) AS tasks_count`;

/** The next ids start at 1 again. */
const EMPTY = `
	DELETE FROM tasks;
	DELETE FROM boards;
	DELETE FROM webhooks;
	DELETE FROM deliveries;
	DELETE FROM sqlite_sequence;
`;

export type Store = ReturnType<typeof openStore>;

/** Opens a SQLite file (or `:memory:`) and fills it with the seed if it is new. */
export function openStore(file: string) {
	const database = new DatabaseSync(file);
	database.exec(SETTINGS);
	const tasks = table<Task>(database, 'tasks');
	database.exec(TASKS_BY_BOARD);
	const boards = table<Board, 'tasks_count'>(database, 'boards', WITH_COUNT);
	const webhooks = table<Webhook>(database, 'webhooks');
	/** Those that are due. */
	const deliveries = table<Delivery>(database, 'deliveries');

	/** Not nestable. */
	const transaction = <T>(work: () => T): T => {
		database.exec('BEGIN IMMEDIATE');
		try {
			const result = work();
			database.exec('COMMIT');
			return result;
		} catch (error) {
			database.exec('ROLLBACK');
			throw error;
		}
	};
	const reset = () =>
		transaction(() => {
			database.exec(EMPTY);
			for (const board of seedBoards()) boards.add(board);
			for (const task of seedTasks()) tasks.add(task);
		});
	if (boards.find(1) === undefined) reset();

	return {
		tasks,
		boards,
		webhooks,
		deliveries,
		transaction,
		/** With its deliveries. */
		removeWebhook: (id: number) =>
			transaction(() => {
				const due = deliveries.list().filter(({ webhookId }) => webhookId === id);
				for (const delivery of due) deliveries.remove(delivery.id);
				webhooks.remove(id);
			}),
		/** Back to the seed. */
		reset,
		close: () => database.close(),
	};
}
