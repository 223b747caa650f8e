import { z } from 'zod/v4';

/*
 * What the sandbox keeps and answers with, read from SQLite rows. The API document does not show
 * the returned fields: beyond the documented ones, every name here is assumed.
 */

const id = z.int();
const text = z.string();

/** `tasks_count`: the API says that a returned board counts its tasks, the name is assumed. */
export const boardRecord = z.object({
	id,
	name: text,
	workspace_id: id,
	description: text.nullable(),
	color: text.nullable(),
	archived: z.int().transform((archived) => archived === 1),
	tasks_count: z.int(),
	created_at: text,
});
export type Board = z.infer<typeof boardRecord>;

/** `due_date` is a calendar day, `created_at` and `updated_at` are ISO times in UTC. */
export const taskRecord = z.object({
	id,
	title: text,
	board_id: id,
	description: text.nullable(),
	due_date: text.nullable(),
	priority: text.nullable(),
	created_at: text,
	updated_at: text,
});
export type Task = z.infer<typeof taskRecord>;

export const webhookRecord = z.object({
	id,
	url: text,
	events: text.transform((json) => z.array(z.string()).parse(JSON.parse(json))),
	active: z.int().transform((active) => active === 1),
	created_at: text,
});
export type Webhook = z.infer<typeof webhookRecord>;

/** API: the two event kinds shown. */
const eventKind = z.enum(['task.created', 'task.updated']);
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
