import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';

/**
 * Records with an id, stored as JSON.
 * @param columns in SQL; further ones are added to each record that is read
 */
export function table<R extends { id: number }, Added extends string = never>(
	database: DatabaseSync,
	name: string,
	columns = '*',
) {
	database.exec(
		`CREATE TABLE IF NOT EXISTS ${name}
			(id INTEGER PRIMARY KEY AUTOINCREMENT, record TEXT NOT NULL) STRICT`,
	);
	const selectAll = database.prepare(`SELECT ${columns} FROM ${name} ORDER BY id`);
	const selectOne = database.prepare(`SELECT ${columns} FROM ${name} WHERE id = ?`);
	const insert = database.prepare(`INSERT INTO ${name} (record) VALUES (?)`);
	const update = database.prepare(`UPDATE ${name} SET record = ? WHERE id = ?`);
	const deleteOne = database.prepare(`DELETE FROM ${name} WHERE id = ?`);
	const find = (id: number | bigint): R | undefined => {
		const row = selectOne.get(id);
		return row && read(row);
	};

	return {
		find,
		/** In the order of their ids. */
		list: (): R[] => selectAll.all().map((row) => read<R>(row)),
		add: (fields: Omit<R, 'id' | Added>): R =>
			find(insert.run(JSON.stringify(fields)).lastInsertRowid) as R,
		replace(record: R): R {
			update.run(JSON.stringify(record), record.id);
			return find(record.id) as R;
		},
		remove: (id: number): boolean => deleteOne.run(id).changes > 0,
	};
}

/** The id comes first, but not from the record, which may have unknown fields of any name. */
const read = <R>({ record, ...columns }: Record<string, SQLOutputValue>): R =>
	Object.assign({ id: 0 }, JSON.parse(String(record)), columns);
