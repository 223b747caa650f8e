import { z } from 'zod';

import { field } from './json';
import { isRounded } from './parse';
import { firstId } from './read/object';

type Board = Record<string, unknown>;

const exactNumber = z.number().refine((id) => !isRounded(id));
const optionalId = z.union([exactNumber, z.string()]).optional().catch(undefined);
const optionalName = z.string().optional().catch(undefined);

/** What a list needs of a board. Whatever does not fit is absent. */
export const listedBoard = z
	.object({
		id: optionalId,
		name: optionalName,
		workspace_id: optionalId,
	})
	.passthrough();

export type ListedBoard = z.infer<typeof listedBoard>;

export interface Names {
	boards: ListedBoard[];
	byName: Map<string, Board[]>;
	/** The service has more boards than it returned, or did not name all. */
	isPartial: boolean;
}

/** @param list the response to the call that lists boards */
export function namesIn(list: { entries: Board[]; hasMore: boolean }): Names {
	const boards: ListedBoard[] = [];
	const byName = new Map<string, Board[]>();
	let isPartial = list.hasMore;
	for (const board of list.entries) {
		const listed = listedBoard.parse(board);
		boards.push(listed);
		if (listed.name === undefined) isPartial = true;
		const key = nameKey(listed.name ?? '');
		const sameName = byName.get(key) ?? [];
		sameName.push(board);
		byName.set(key, sameName);
	}
	return { boards, byName, isPartial };
}

/** Names that look the same are the same: characters that nobody sees and the kind of space do not count. */
export function nameKey(name: string): string {
	const visible = name.replace(/\p{Cf}/gu, '');
	const spaced = visible.replace(/[\s\u0085]+/g, ' ');
	return spaced.trim().normalize().toLowerCase();
}

/** A board that names no workspace may be in it. */
export function isInWorkspace(board: unknown, wanted: unknown): boolean {
	if (wanted === undefined) return true;
	const workspaceId = firstId([field(board, 'workspace_id')]);
	return workspaceId === undefined || workspaceId === String(wanted);
}
