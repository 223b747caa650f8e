import { field, isId, visibleIn, type Fields } from './json';
import { isRounded } from './parse';

const MAX_CHARACTERS = 100;

/** What is read of a board in a list. Whatever does not fit is absent. */
export interface ListedBoard {
	id?: number | string;
	name?: string;
	workspaceId?: number | string;
	/** As the service returned the board. */
	object: Fields;
}

export interface Names {
	boards: ListedBoard[];
	byName: Map<string, ListedBoard[]>;
	/** The service has more boards than it returned, or did not name all. */
	isPartial: boolean;
}

/** @param list the response to the call that lists boards */
export function namesIn(list: { entries: Fields[]; hasMore: boolean }): Names {
	const boards = list.entries.map(listedBoard);
	const byName = new Map<string, ListedBoard[]>();
	for (const board of boards) {
		const key = nameKey(board.name ?? '');
		const sameName = byName.get(key) ?? [];
		sameName.push(board);
		byName.set(key, sameName);
	}
	const isPartial = list.hasMore || boards.some(({ name }) => name === undefined);
	return { boards, byName, isPartial };
}

function listedBoard(object: Fields): ListedBoard {
	const { id, name, workspace_id: workspaceId } = object;
	return {
		id: exactIdIn(id),
		name: typeof name === 'string' ? name : undefined,
		workspaceId: exactIdIn(workspaceId),
		object,
	};
}

function exactIdIn(value: unknown): number | string | undefined {
	return isId(value) && !isRounded(value) ? value : undefined;
}

/** Names that look the same are the same: characters that nobody sees and the kind of space do not count. */
export function nameKey(name: string): string {
	const spaced = visibleIn(name).replace(/\s+/g, ' ');
	return spaced.normalize().toLowerCase();
}

/** A name as messages show it. */
export function quotedName(name: string): string {
	const shown = name.length > MAX_CHARACTERS ? `${name.slice(0, MAX_CHARACTERS)}…` : name;
	return `“${shown}”`;
}

/** A board that names no workspace may be in it. */
export function isInWorkspace(board: unknown, wanted: unknown): boolean {
	if (wanted === undefined) return true;
	const workspaceId = exactIdIn(field(board, 'workspace_id'));
	return workspaceId === undefined || String(workspaceId) === String(wanted);
}
