import { z } from 'zod/v4';
import { ASSUMED, assumed, OWN_NAME } from './openapi/assumed';

/*
 * What the sandbox keeps and answers with. The API document does not show the returned fields:
 * beyond the documented ones, every name here is assumed, and marked so for /openapi.json, which is
 * made from these schemas.
 */

const id = z.int().meta(ASSUMED);
const text = z.string().meta(ASSUMED);
const flag = z.boolean().meta(ASSUMED);
const nullableText = z.string().nullable().meta(ASSUMED);

/** `tasks_count`: the API says that a returned board counts its tasks, the name is assumed. */
export const boardRecord = z
	.object({
		id,
		name: text,
		workspace_id: id,
		description: nullableText,
		color: nullableText,
		archived: flag,
		tasks_count: z
			.int()
			.meta({ ...assumed(OWN_NAME, 'minimum', 'maximum'), description: 'A count of its tasks' }),
		created_at: text,
	})
	.meta(assumed('required', 'additionalProperties'));
export type Board = z.infer<typeof boardRecord>;

/** `due_date` is a calendar day, `created_at` and `updated_at` are ISO times in UTC. */
export const taskRecord = z
	.object({
		id,
		title: text,
		board_id: id,
		description: nullableText,
		due_date: nullableText,
		priority: nullableText,
		created_at: text,
		updated_at: text,
	})
	.meta(ASSUMED);
export type Task = z.infer<typeof taskRecord>;

export const webhookRecord = z
	.object({
		id,
		url: text,
		events: z.array(z.string()).meta(ASSUMED),
		active: flag,
		created_at: text,
	})
	.meta(ASSUMED);
export type Webhook = z.infer<typeof webhookRecord>;

/** The answer of a login. API: `token` and `user`; the fields of `user` are not shown. */
export const sessionRecord = z
	.object({
		token: z.string(),
		user: z
			.object({ id, name: text, email: text })
			.meta(assumed('required', 'additionalProperties')),
	})
	.meta(assumed('additionalProperties'));
export type Session = z.infer<typeof sessionRecord>;

/** API: the two event kinds shown. */
export const eventKinds = ['task.created', 'task.updated'] as const;
const eventKind = z.enum(eventKinds);
export type EventKind = z.infer<typeof eventKind>;

/** A notification owed to one webhook. `body` is the JSON text that every attempt sends. */
export const deliveryRecord = z.object({
	id: text,
	webhook_id: id,
	event: eventKind,
	body: text,
	attempts: z.int(),
});
export type Delivery = z.infer<typeof deliveryRecord>;

export type DeliveryState = 'due' | 'delivered' | 'abandoned';
