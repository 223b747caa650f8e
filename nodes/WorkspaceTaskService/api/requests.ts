import { z } from 'zod';

import { calendarDay } from './days';
import { field, isObject, isRounded, type Fields } from './json';
import { listIn } from './read/list';
import { firstId } from './read/object';
import {
	boardId,
	color,
	eventTypeList,
	filledText,
	readAs,
	shownText,
	shownTitle,
	trimmedText,
	trueOrFalse,
	webhookUrl,
	workspaceId,
} from './values';

/*
 * The bodies of the calls. Only what the API document shows is sent, spelled as it spells it. Which fields are required is not documented, and few returned fields are,
 * so whatever the service sends passes.
 */

export const loginBody = z.object({ email: trimmedText, password: filledText });

/** API: GET /api/v1/boards, query parameters */
export const boardsQuery = z.object({
	workspace_id: workspaceId.optional(),
	archived: trueOrFalse.optional(),
});

/** API: POST /api/v1/boards. Only the name is required here. */
export const boardBody = z.object({
	name: shownTitle,
	workspace_id: workspaceId.optional(),
	description: shownText.optional(),
	color: color.optional(),
});

/** API: POST /api/v1/tasks. Of the priorities only `high` is documented, so any text passes. */
export const taskBody = z.object({
	title: shownTitle,
	board_id: boardId,
	description: shownText.optional(),
	due_date: calendarDay.optional(),
	priority: trimmedText.optional(),
});

/** API: POST /api/v1/webhooks */
export const webhookBody = z.object({
	url: webhookUrl,
	events: eventTypeList.refine(({ length }) => length > 0, 'must name at least one event'),
});

/** Names that look the same are the same: characters that nobody sees and the kind of space do not count. */
export function nameKey(name: string): string {
	const visible = name.replace(/\p{Cf}/gu, '');
	const spaced = visible.replace(/[\s\u0085]+/g, ' ');
	return spaced.trim().normalize().toLowerCase();
}

const exactNumber = z.number().refine((id) => !isRounded(id));
const anyId = z.union([exactNumber, z.string()]).optional().catch(undefined);

/** What a list needs of a board. Whatever does not fit is absent. */
export const listedBoard = z
	.object({ id: anyId, name: z.string().optional().catch(undefined), workspace_id: anyId })
	.passthrough();

export type ListedBoard = z.infer<typeof listedBoard>;

/** False for a board that names a workspace which is not the wanted workspace. */
export function isInWorkspace(board: unknown, wanted: unknown): boolean {
	const named = firstId([field(board, 'workspace_id')]);
	return wanted === undefined || named === undefined || named === String(wanted);
}

/** API: an array of boards. The usual wrappers around a list are taken off, also two of them. */
export const boardList = readAs((body) => {
	// An empty body has no boards.
	const list = listIn(body ?? []);
	return list?.every(isObject) ? list : undefined;
}, 'must be a list of boards');

/**
 * The body after a create is not documented. A 2xx says that it was done, so every body is taken: an
 * object, a list of objects, nothing, or anything else as `response`.
 */
export const returnedObject = z.unknown().transform((body): Fields[] => {
	const list: unknown[] = Array.isArray(body) ? body : [body];
	const isEmpty = list.length === 0 || body === undefined || body === null;
	if (isEmpty) return [{ success: true }];
	return list.every(isObject) ? list : [{ success: true, response: body }];
});

/** API: `token` is the API token. The fields of `user` are not documented. */
export const loginResponse = z.object({ token: z.string().trim().min(1) });
