import { isObject, removeUnseen, type JsonObject } from '../reading/json';
import { readBoard, type BoardReading } from '../reading/object';

const MAX_NAME_CHARACTERS = 100;

/** A board in a list. */
export interface ListedBoard extends BoardReading {
	/** As the service returned the board. */
	object: JsonObject;
}

export interface BoardIndex {
	boards: ListedBoard[];
	byName: Map<string, ListedBoard[]>;
	/** The service has more boards than it returned, or did not name all. */
	mayLackBoards: boolean;
	/** The list has as many boards as a full page. */
	mayBeCut: boolean;
}

/** @param list the response to the call that lists boards */
export function indexBoardsByName(list: {
	entries: JsonObject[];
	isPartial: boolean;
	mayBeCut?: boolean;
}): BoardIndex {
	const boards = list.entries.map((object) => ({ ...readBoard(object), object }));
	const byName = new Map<string, ListedBoard[]>();
	for (const board of boards) {
		const key = normalizeName(board.name ?? '');
		const sameName = byName.get(key) ?? [];
		sameName.push(board);
		byName.set(key, sameName);
	}
	const mayLackBoards = list.isPartial || boards.some(({ name }) => name === undefined);
	return { boards, byName, mayLackBoards, mayBeCut: list.mayBeCut ?? false };
}

/** Names that look the same are the same: characters that nobody sees and the kind of space do not count. */
export function normalizeName(name: string): string {
	const spaced = removeUnseen(name).replace(/\s+/g, ' ');
	return spaced.normalize().toLowerCase();
}

/** A name as messages show it. */
export function quoteName(name: string): string {
	const shown = name.length > MAX_NAME_CHARACTERS ? `${name.slice(0, MAX_NAME_CHARACTERS)}…` : name;
	return `“${shown}”`;
}

/** A board that names no workspace may be in it. */
export function mayBeInWorkspace(board: unknown, wanted: unknown): boolean {
	if (wanted === undefined || !isObject(board)) return true;
	const { workspaceId } = readBoard(board);
	return workspaceId === undefined || String(workspaceId) === String(wanted);
}
