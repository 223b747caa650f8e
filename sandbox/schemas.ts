import { z } from 'zod/v4';

/*
 * Names and types are those of the API document. Which fields are required and what happens to
 * unknown ones is assumed (see README.md).
 */

const filledText = z.string().regex(/\S/, 'must not be empty');
const id = z.int().positive();
const color = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'must be #RRGGBB');
const date = z.iso.date('must be a date, YYYY-MM-DD');
const optionalText = z.string().optional();

/** API: POST /api/v1/auth/login. */
export const loginRequest = z.strictObject({ email: filledText, password: filledText });

/** API: GET /api/v1/boards. Values arrive as text. */
export const boardsQuery = z.strictObject({
	workspace_id: z
		.string()
		.regex(/^[1-9]\d*$/, 'must be an integer')
		.transform(Number)
		.optional(),
	archived: z
		.enum(['true', 'false'])
		.transform((archived) => archived === 'true')
		.default(false),
});
export type BoardsQuery = z.infer<typeof boardsQuery>;

/** API: POST /api/v1/boards. */
export const boardRequest = z.strictObject({
	name: filledText,
	workspace_id: id.optional(),
	description: optionalText,
	color: color.optional(),
});
export type BoardRequest = z.infer<typeof boardRequest>;

/** API: POST /api/v1/tasks. */
export const taskRequest = z.strictObject({
	title: filledText,
	board_id: id,
	description: optionalText,
	due_date: date.optional(),
	priority: filledText.optional(),
});
export type TaskRequest = z.infer<typeof taskRequest>;

/** API: POST /api/v1/webhooks. routes/webhooks.ts restricts `url` further. */
export const webhookRequest = z.strictObject({
	url: z.url('must be an absolute URL'),
	events: z.array(filledText).min(1, 'must name at least one event'),
});
export type WebhookRequest = z.infer<typeof webhookRequest>;

/** PATCH /sandbox/tasks/:id, not part of the API. `null` clears a field. */
export const taskChanges = z
	.strictObject({
		title: filledText,
		board_id: id,
		description: z.string().nullable(),
		due_date: date.nullable(),
		priority: filledText.nullable(),
	})
	.partial();
export type TaskChanges = z.infer<typeof taskChanges>;

/** PATCH /sandbox/boards/:id, not part of the API. */
export const boardChanges = z.strictObject({ name: filledText, archived: z.boolean() }).partial();
