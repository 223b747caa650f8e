import { z } from 'zod';

import {
	boardId,
	calendarDay,
	color,
	eventTypeList,
	filledText,
	text,
	trimmedText,
	trueOrFalse,
	webhookUrl,
	workspaceId,
} from './values';

/*
 * The five calls that the API document shows, each once. Bodies are strict: only what the document
 * shows is sent, spelled as it spells it. Which fields are required is not documented.
 */

export const CALLS = {
	logIn: { method: 'POST', path: '/api/v1/auth/login' },
	listBoards: { method: 'GET', path: '/api/v1/boards' },
	createBoard: { method: 'POST', path: '/api/v1/boards' },
	createTask: { method: 'POST', path: '/api/v1/tasks' },
	registerWebhook: { method: 'POST', path: '/api/v1/webhooks' },
} as const;

export const loginBody = z.object({ email: trimmedText, password: filledText });

/** API: GET /api/v1/boards, query parameters */
export const boardsQuery = z
	.object({ workspace_id: workspaceId.optional(), archived: trueOrFalse.optional() })
	.strict();

/** API: POST /api/v1/boards. Only the name is required here. */
export const boardBody = z
	.object({
		name: trimmedText,
		workspace_id: workspaceId.optional(),
		description: text.optional(),
		color: color.optional(),
	})
	.strict();

/** API: POST /api/v1/tasks. Of the priorities only `high` is documented, so any text passes. */
export const taskBody = z
	.object({
		title: trimmedText,
		board_id: boardId,
		description: text.optional(),
		due_date: calendarDay.optional(),
		priority: trimmedText.optional(),
	})
	.strict();

/** API: POST /api/v1/webhooks */
export const webhookBody = z
	.object({
		url: webhookUrl,
		events: eventTypeList.refine(({ length }) => length > 0, 'must name at least one event'),
	})
	.strict();
