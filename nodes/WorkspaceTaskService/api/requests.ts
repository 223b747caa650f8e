import { z } from 'zod';

import { isLoopback } from './baseUrl';
import { AMBIGUOUS_DAY, calendarDayIn, isAmbiguousDay, NO_DAY } from './dates';
import { kindsIn } from './events';
import type { BoardRequest, BoardsQuery, TaskRequest, WebhookRequest } from './types';

/*
 * Requests are strict: only what the API document shows is sent, spelled as it spells it. Messages
 * read after the display name of a parameter: `"Board" must be a whole number`. Every check has its
 * own, since the defaults differ between versions of zod.
 */

/** What a schema gives, whatever it takes. */
export type Schema<Value> = z.ZodType<Value, z.ZodTypeDef, unknown>;

/** A value that `read` understands, else the message. */
export function readAs<Value>(read: (value: unknown) => Value | undefined, message: string) {
	return z.unknown().transform((value, context): Value => {
		const result = read(value);
		if (result !== undefined) return result;
		context.addIssue({ code: 'custom', message, fatal: true });
		return z.NEVER;
	});
}

/** Expressions and pickers often carry numbers as text. */
function wholeNumberIn(value: unknown): number | undefined {
	const isWritten = typeof value === 'string' && /^\s*\d{1,16}\s*$/.test(value);
	const number = isWritten ? Number(value) : value;
	const isWhole = typeof number === 'number' && Number.isSafeInteger(number) && number >= 0;
	return isWhole ? number : undefined;
}

/** One that a number cannot hold stays text. */
function idIn(value: unknown): number | string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	return wholeNumberIn(value) ?? (/^\d{16,40}$/.test(text) ? text : undefined);
}

export const wholeNumber = readAs(wholeNumberIn, 'must be a whole number');
export const wholeNumberFrom = (least: number, most: number) =>
	wholeNumber.refine((n) => n >= least && n <= most, `must be from ${least} to ${most}`);
export const yesOrNo = readAs(
	(value) => (typeof value === 'boolean' ? value : undefined),
	'must be true or false',
);
const id = readAs(idIn, 'must be a whole number');
/** An expression often yields a number where text is meant. */
const text = readAs((value) => {
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	return typeof value === 'string' ? value : undefined;
}, 'must be text');
const filledText = text.refine((value) => value.trim() !== '', 'must not be empty');
export const trimmedText = filledText.transform((value) => value.trim());

/** `#2F5FD0`, also without the hash sign or in three digits. */
const color = readAs((value) => {
	const [, digits] = /^\s*#?([0-9a-f]{6}|[0-9a-f]{3})\s*$/i.exec(String(value)) ?? [];
	return digits?.length === 3 ? `#${digits.replace(/./g, '$&$&')}` : digits && `#${digits}`;
}, 'must be a color of the form #RRGGBB, such as #2F5FD0');

/** API: "HTTPS address". Plain http serves a service on the same machine only. */
const webhookUrl = readAs((value) => {
	const url = String(value).trim();
	const isSafe = /^https:\/\//i.test(url) || (/^http:/i.test(url) && isLoopback(url));
	return isSafe && URL.canParse(url) ? url : undefined;
}, 'must be an address that begins with https://');

/** API: the name of a known or future event kind, such as `task.created`. */
export const eventKind = text.refine(
	(value) => /^\S+$/.test(value),
	'must be one event kind, such as task.created',
);

/** What people type under "Custom Events". */
export const eventKindsText = text.refine(
	(value) => kindsIn(value).every((kind) => eventKind.safeParse(kind).success),
	'must be event kinds without spaces, separated by commas, such as task.deleted, board.created',
);

export const eventList = readAs(
	(value) => (Array.isArray(value) ? value : undefined),
	'must be a list',
).pipe(z.array(eventKind));

/** The day as the service takes it. */
export const calendarDay = z
	.unknown()
	.refine((value) => !isAmbiguousDay(value), AMBIGUOUS_DAY)
	.pipe(readAs(calendarDayIn, NO_DAY));

/** API: GET /api/v1/boards, query parameters. */
export const boardsQuery = z
	.object({ workspace_id: id.optional(), archived: yesOrNo.optional() })
	.strict() satisfies Schema<BoardsQuery>;

/** API: POST /api/v1/boards. Which fields are required is not shown; a board without a name helps nobody. */
export const boardRequest = z
	.object({
		name: trimmedText,
		workspace_id: id.optional(),
		description: text.optional(),
		color: color.optional(),
	})
	.strict() satisfies Schema<BoardRequest>;

/** API: POST /api/v1/tasks. Of the priorities only `high` is shown, so any text passes. */
export const taskRequest = z
	.object({
		title: trimmedText,
		board_id: readAs(idIn, 'must be a whole number, or By URL the address of a board'),
		description: text.optional(),
		due_date: calendarDay.optional(),
		priority: trimmedText.optional(),
	})
	.strict() satisfies Schema<TaskRequest>;

/** API: POST /api/v1/webhooks. */
export const webhookRequest = z
	.object({
		url: webhookUrl,
		events: eventList.refine(({ length }) => length > 0, 'must name at least one event'),
	})
	.strict() satisfies Schema<WebhookRequest>;

/** API: POST /api/v1/auth/login. */
export const loginRequest = z.object({ email: trimmedText, password: filledText });

/** API: `token` is the API token. The fields of `user` are not shown. */
export const loginAnswer = z.object({ token: z.string().trim().min(1) });
