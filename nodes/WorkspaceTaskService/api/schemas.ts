import { DateTime } from 'luxon';
import { z } from 'zod/v4';

import { isLoopback } from './baseUrl';
import { kindsIn } from './events';
import type { Board, BoardRequest, BoardsQuery, TaskRequest, WebhookRequest } from './types';

/*
 * Every shape that crosses the wire. Requests are strict: only what the API document shows is
 * sent, spelled as it spells it. Answers are loose: the document shows few returned fields, so
 * whatever else the service sends passes through.
 *
 * The messages read after the display name of a parameter: `"Board" must be a whole number`.
 */

const HEX_COLOR = /^#[0-9a-f]{6}$/i;
/** ISO 8601 without hyphens, by week (`2026-W13-7`) or by day of the year (`2026-088`). */
const OTHER_ISO_DAY = /^(\d{8}|\d{4}-?W\d\d-?\d|\d{4}-?\d{3})(?:[T ].*)?$/;
const NO_DAY = 'must be a day of the calendar, such as 2026-12-31';
const DAY_AND_MORE = /^\d{4}-\d\d-\d\d([T ].*)?$/;

/** Ids are integers in requests; expressions and pickers often carry them as text. */
const wholeNumberOr = (others: string) =>
	z.union(
		[
			z.int().nonnegative(),
			z
				.string()
				.trim()
				.regex(/^\d{1,15}$/)
				.transform(Number),
		],
		{ error: `must be a whole number${others}` },
	);
export const wholeNumber = wholeNumberOr('');

/** An expression often yields a number where a text is meant. */
const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value);
const anyText = z.string('must be text');
const text = z.preprocess(asText, anyText);
const filledText = z.preprocess(asText, anyText.trim().min(1, 'must not be empty'));

/** API: the name of a known or future event kind, such as `task.created`. */
export const eventKind = anyText.regex(/^\S+$/, 'must be one event kind, such as task.created');

/** What people type behind "Custom Events". */
export const eventKindsText = anyText.refine(
	(value) => kindsIn(value).every((kind) => eventKind.safeParse(kind).success),
	'must be event kinds without spaces, separated by commas, such as task.deleted, board.created',
);

/**
 * The day as the service takes it. A time behind the day is cut off, never converted: the day that is
 * written is the day that is meant.
 */
export const calendarDay = z
	.string(NO_DAY)
	.trim()
	.transform((value) => {
		if (DAY_AND_MORE.test(value)) return value.slice(0, 10);
		const [, day = ''] = OTHER_ISO_DAY.exec(value) ?? [];
		return DateTime.fromISO(day, { zone: 'utc' }).toISODate() ?? value;
	})
	.pipe(z.iso.date(NO_DAY));

const isPlainLoopback = (value: string) => /^http:/i.test(value) && isLoopback(value);

/** API: "HTTPS address". Plain http serves a service on the same machine only. */
const webhookUrl = anyText
	.trim()
	.refine(
		(value) => (/^https:\/\//i.test(value) ? URL.canParse(value) : isPlainLoopback(value)),
		'must be an address that begins with https://',
	);

/** API: GET /api/v1/boards, query parameters. */
export const boardsQuery = z.strictObject({
	workspace_id: wholeNumber.optional(),
	archived: z.boolean('must be true or false').optional(),
}) satisfies z.ZodType<BoardsQuery>;

/** API: POST /api/v1/boards. Which fields are required is not shown; a board without a name helps nobody. */
export const boardRequest = z.strictObject({
	name: filledText,
	workspace_id: wholeNumber.optional(),
	description: text.optional(),
	color: anyText
		.trim()
		.regex(HEX_COLOR, 'must be a color of the form #RRGGBB, such as #2F5FD0')
		.optional(),
}) satisfies z.ZodType<BoardRequest>;

/** API: POST /api/v1/tasks. Of the priorities only `high` is shown, so any text passes. */
export const taskRequest = z.strictObject({
	title: filledText,
	board_id: wholeNumberOr(', or By URL the address of a board of the same service'),
	description: text.optional(),
	due_date: calendarDay.optional(),
	priority: filledText.optional(),
}) satisfies z.ZodType<TaskRequest>;

/** API: POST /api/v1/webhooks. */
export const webhookRequest = z.strictObject({
	url: webhookUrl,
	events: z.array(eventKind, 'must be a list').min(1, 'must name at least one event'),
}) satisfies z.ZodType<WebhookRequest>;

/** API: POST /api/v1/auth/login. */
export const loginRequest = z.strictObject({
	email: anyText.trim().min(1),
	password: anyText.min(1),
});

/** API: `token` is the API token. The fields of `user` are not shown. */
export const loginAnswer = z.looseObject({ token: anyText.trim().min(1) });

const anyObject = z.looseObject({});
const id = z.union([z.number(), z.string()]);

/** What a list needs of a board. None of these names is shown, so whatever does not fit is absent. */
export const board = z.looseObject({
	id: id.optional().catch(undefined),
	name: z.string().optional().catch(undefined),
	workspace_id: id.optional().catch(undefined),
}) satisfies z.ZodType<Board>;

const LIST_WRAPPERS = ['boards', 'data', 'items', 'results'];

/** API: an array of boards. The usual wrappers around a list are taken off, also two of them. */
export const boardList = z.preprocess((answer) => {
	const wraps = [answer, ...insideOf(answer)];
	return wraps.flatMap(insideOf).find(Array.isArray) ?? answer;
}, z.array(anyObject));

function insideOf(answer: unknown): unknown[] {
	const wrapped = anyObject.safeParse(answer);
	return wrapped.success ? LIST_WRAPPERS.map((name) => wrapped.data[name]) : [];
}

/**
 * The answer to a create: not shown. A 2xx says that it was done, so every body is taken: an object,
 * a list of objects, nothing, or anything else as `answer`.
 */
export const created = z.union([
	z.array(anyObject).min(1),
	anyObject.transform((object) => [object]),
	z.union([z.undefined(), z.null(), z.array(z.never())]).transform(() => [{ success: true }]),
	z.unknown().transform((answer) => [{ success: true, answer }]),
]);
