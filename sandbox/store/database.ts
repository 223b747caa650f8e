/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- development tool, never published */
import { DatabaseSync } from 'node:sqlite';

/*
 * NORMAL does not wait for the disk: a killed process loses nothing, a power loss only the latest
 * commits, and neither corrupts the file.
 */
const SETTINGS = `
	PRAGMA foreign_keys = ON;
	PRAGMA journal_mode = WAL;
	PRAGMA synchronous = NORMAL;
`;

const SCHEMA = `
	CREATE TABLE IF NOT EXISTS workspaces (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		name TEXT NOT NULL
	) STRICT;
	CREATE TABLE IF NOT EXISTS boards (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		name TEXT NOT NULL,
		workspace_id INTEGER NOT NULL REFERENCES workspaces (id),
		description TEXT,
		color TEXT,
		archived INTEGER NOT NULL DEFAULT 0,
		created_at TEXT NOT NULL,
		extra TEXT NOT NULL
	) STRICT;
	CREATE TABLE IF NOT EXISTS tasks (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		title TEXT NOT NULL,
		board_id INTEGER NOT NULL REFERENCES boards (id),
		description TEXT,
		due_date TEXT,
		priority TEXT,
		extra TEXT NOT NULL,
		created_at TEXT NOT NULL,
		updated_at TEXT NOT NULL
	) STRICT;
	CREATE INDEX IF NOT EXISTS tasks_of_board ON tasks (board_id);
	CREATE TABLE IF NOT EXISTS webhooks (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		url TEXT NOT NULL,
		events TEXT NOT NULL,
		active INTEGER NOT NULL DEFAULT 1,
		created_at TEXT NOT NULL
	) STRICT;
	CREATE TABLE IF NOT EXISTS deliveries (
		position INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		webhook_id INTEGER NOT NULL REFERENCES webhooks (id),
		event TEXT NOT NULL,
		body TEXT NOT NULL,
		attempts INTEGER NOT NULL DEFAULT 0,
		state TEXT NOT NULL DEFAULT 'due'
	) STRICT;
	CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (position) WHERE state = 'due';
`;

const EMPTY = `
	DELETE FROM deliveries;
	DELETE FROM webhooks;
	DELETE FROM tasks;
	DELETE FROM boards;
	DELETE FROM workspaces;
	DELETE FROM sqlite_sequence;
`;

/** Opens `file` (or `:memory:`) and creates missing tables. */
export function openDatabase(file: string): DatabaseSync {
	const database = new DatabaseSync(file);
	try {
		database.exec(SETTINGS);
		database.exec(SCHEMA);
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}

/** Not nestable. */
export type Transaction = <T>(work: () => T) => T;

export function transactions(database: DatabaseSync): Transaction {
	const begin = database.prepare('BEGIN IMMEDIATE');
	const commit = database.prepare('COMMIT');
	const rollback = database.prepare('ROLLBACK');

	return (work) => {
		begin.run();
		try {
			const result = work();
			commit.run();
			return result;
		} catch (error) {
			rollback.run();
			throw error;
		}
	};
}

/** Removes every row; the next ids start at 1 again. */
export function emptyDatabase(database: DatabaseSync): void {
	database.exec(EMPTY);
}
