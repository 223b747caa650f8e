import { listedBoard, nameKey, type ListedBoard } from './requests';

type Board = Record<string, unknown>;

export interface Names {
	boards: ListedBoard[];
	byName: Map<string, Board[]>;
	/** The service has more boards than it returned, or did not name all. */
	isPartial: boolean;
}

/** @param list the response to the call that lists boards */
export function namesIn(list: { entries: Board[]; hasMore: boolean }): Names {
	const byName = new Map<string, Board[]>();
	const boards: ListedBoard[] = [];
	let isPartial = list.hasMore;
	for (const board of list.entries) {
		const listed = listedBoard.parse(board);
		const { name } = listed;
		boards.push(listed);
		if (name === undefined) isPartial = true;
		const named = byName.get(nameKey(name ?? '')) ?? [];
		named.push(board);
		byName.set(nameKey(name ?? ''), named);
	}
	return { boards, byName, isPartial };
}
