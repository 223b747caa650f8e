import { z } from 'zod';

import { calendarDay } from './values/days';
import { eventTypeList } from './values/eventTypes';
import { boardId, workspaceId } from './values/ids';
import { trueOrFalse } from './values/schema';
import { color, filledText, shownText, filledShownText, trimmedText } from './values/text';
import { webhookUrl } from './values/url';

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
