import { z } from 'zod';

import { calendarDay } from './values/days';
import { boardId, workspaceId } from './values/ids';
import {
	color,
	eventTypeList,
	filledShownText,
	filledText,
	shownText,
	trimmedText,
	trueOrFalse,
} from './values/schemas';
import { webhookUrl } from './webhookUrl';

/** What a request is. Limits, messages and the retry policy go by the call, and by nothing else. */
export interface Call {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Below the base URL. `{id}` stands for the ID of the object. */
	path: string;
	/** What the call reads, creates or changes. */
	resource: 'login' | 'board' | 'task' | 'webhook';
	/** A read and a write may be sent twice, a create may not. */
	effect: 'read' | 'create' | 'write';
}

/** The five calls that the API document shows, each once. */
export const CALLS = {
	logIn: { method: 'POST', path: '/api/v1/auth/login', resource: 'login', effect: 'read' },
	listBoards: { method: 'GET', path: '/api/v1/boards', resource: 'board', effect: 'read' },
	createBoard: { method: 'POST', path: '/api/v1/boards', resource: 'board', effect: 'create' },
	createTask: { method: 'POST', path: '/api/v1/tasks', resource: 'task', effect: 'create' },
	registerWebhook: {
		method: 'POST',
		path: '/api/v1/webhooks',
		resource: 'webhook',
		effect: 'create',
	},
} satisfies Record<string, Call>;

/*
 * The bodies of the calls. Only what the API document shows is sent, spelled as it spells it. The
 * document does not say which fields are required.
 */

export const loginBody = z.object({ email: trimmedText, password: filledText });

/** API: GET /api/v1/boards, query parameters */
export const boardsQuery = z.object({
	workspace_id: workspaceId.optional(),
	archived: trueOrFalse.optional(),
});

/** API: POST /api/v1/boards. Only the name is required here. */
export const boardBody = z.object({
	name: filledShownText,
	workspace_id: workspaceId.optional(),
	description: shownText.optional(),
	color: color.optional(),
});

/** API: POST /api/v1/tasks. Of the priorities only `high` is documented, so any text passes. */
export const taskBody = z.object({
	title: filledShownText,
	board_id: boardId,
	description: shownText.optional(),
	due_date: calendarDay.optional(),
	priority: trimmedText.optional(),
});

/** API: POST /api/v1/webhooks */
export const webhookBody = z.object({
	url: webhookUrl,
	events: eventTypeList.refine((types) => types.length > 0, 'must name at least one event'),
});
