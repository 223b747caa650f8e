/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { boardRecord, type Board } from '../records';
import type { BoardRequest, BoardsQuery } from '../schemas';

const SELECT = `
	SELECT boards.*, (SELECT count(*) FROM tasks WHERE board_id = boards.id) AS tasks_count
	FROM boards`;

const SELECT_ALL = `${SELECT}
	WHERE (:workspace IS NULL OR workspace_id = :workspace) AND (archived = 0 OR :archived = 1)
	ORDER BY id`;

const INSERT = `
	INSERT INTO boards (name, workspace_id, description, color, archived, created_at, extra)
	VALUES (?, ?, ?, ?, ?, ?, ?)`;

const UPDATE = 'UPDATE boards SET archived = ? WHERE id = ?';

export type BoardStore = ReturnType<typeof boardStore>;

/** Boards and the workspaces that hold them. */
export function boardStore(database: DatabaseSync) {
	const selectAll = database.prepare(SELECT_ALL);
	const selectOne = database.prepare(`${SELECT} WHERE id = ?`);
	const selectWorkspaceOf = database.prepare('SELECT workspace_id FROM boards WHERE id = ?');
	const insert = database.prepare(INSERT);
	const update = database.prepare(UPDATE);
	const insertWorkspace = database.prepare('INSERT INTO workspaces (name) VALUES (?)');
	const selectWorkspace = database.prepare('SELECT id FROM workspaces WHERE id = ?');

	return {
		list({ workspace_id, archived }: BoardsQuery): Board[] {
			const rows = selectAll.all({ workspace: workspace_id ?? null, archived: archived ? 1 : 0 });
			return rows.map(read);
		},
		/** The workspace has to exist. */
		add(board: BoardRequest & { workspace_id: number }, archived = 0): Board {
			const { name, workspace_id, description = null, color = null, ...extra } = board;
			const more = [archived, new Date().toISOString(), JSON.stringify(extra)];
			const { lastInsertRowid } = insert.run(name, workspace_id, description, color, ...more);
			return read(selectOne.get(lastInsertRowid));
		},
		find(id: number): Board | undefined {
			const row = selectOne.get(id);
			return row && read(row);
		},
		workspaceOf(id: number): number | undefined {
			const row = selectWorkspaceOf.get(id);
			return row && Number(row.workspace_id);
		},
		archive(id: number, archived: boolean): Board | undefined {
			update.run(archived ? 1 : 0, id);
			return this.find(id);
		},
		hasWorkspace: (id: number): boolean => selectWorkspace.get(id) !== undefined,
		addWorkspace: (name: string): number => Number(insertWorkspace.run(name).lastInsertRowid),
	};
}

/** SQLite has no booleans. */
function read(row: Record<string, SQLOutputValue> | undefined): Board {
	const board = boardRecord.parse({ ...row, archived: row?.archived === 1 });
	return { ...JSON.parse(String(row?.extra)), ...board };
}
