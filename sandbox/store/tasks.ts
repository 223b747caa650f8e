/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { taskRecord, type Task } from '../records';
import type { TaskRequest } from '../schemas';

const INSERT = `
	INSERT INTO tasks (title, board_id, description, due_date, priority, extra, created_at, updated_at)
	VALUES (:title, :board_id, :description, :due_date, :priority, :extra, :now, :now)
	RETURNING *`;

const UPDATE = `
	UPDATE tasks SET title = :title, board_id = :board_id, description = :description,
		due_date = :due_date, priority = :priority, updated_at = :now
	WHERE id = :id
	RETURNING *`;

export type TaskStore = ReturnType<typeof taskStore>;

export function taskStore(database: DatabaseSync) {
	const selectAll = database.prepare('SELECT * FROM tasks ORDER BY id');
	const selectOne = database.prepare('SELECT * FROM tasks WHERE id = ?');
	const insert = database.prepare(INSERT);
	const update = database.prepare(UPDATE);
	const deleteOne = database.prepare('DELETE FROM tasks WHERE id = ?');

	return {
		list: (): Task[] => selectAll.all().map(read),
		find(id: number): Task | undefined {
			const row = selectOne.get(id);
			return row && read(row);
		},
		/** The board has to exist. */
		add(task: TaskRequest): Task {
			const { title, board_id, description = null, due_date = null, ...more } = task;
			const { priority = null, ...extra } = more;
			const fields = { title, board_id, description, due_date, priority };
			const now = new Date().toISOString();
			return read(insert.get({ ...fields, extra: JSON.stringify(extra), now }));
		},
		/** Writes all fields of a task that exists. */
		replace({ id, title, board_id, description, due_date, priority }: Task): Task {
			const now = new Date().toISOString();
			const row = update.get({ id, title, board_id, description, due_date, priority, now });
			return read(row);
		},
		remove: (id: number): boolean => deleteOne.run(id).changes > 0,
	};
}

const read = (row: Record<string, SQLOutputValue> | undefined): Task => ({
	...JSON.parse(String(row?.extra)),
	...taskRecord.parse(row),
});
