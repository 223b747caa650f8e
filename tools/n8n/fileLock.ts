import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/**
 * Locks a file until this process ends, also by SIGKILL: an exclusive transaction of SQLite is a lock
 * of the operating system.
 * @returns a function that unlocks the file, or undefined if another process has locked it
 */
export function lockFile(file: string): (() => void) | undefined {
	const database = new DatabaseSync(file);
	try {
		database.exec('BEGIN EXCLUSIVE');
		return () => database.close();
	} catch (error) {
		database.close();
		if (Object(error).errcode !== SQLITE_BUSY) throw error;
		return undefined;
	}
}
