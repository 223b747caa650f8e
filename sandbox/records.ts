import { z } from 'zod/v4';

/*
 * What the sandbox stores and answers with. The API document does not show the returned fields:
 * every name that it does not show is assumed (see README.md).
 */

const id = z.int();

/** API: a returned board carries a count of its tasks; that it is named `tasks_count` is assumed. */
export const boardRecord = z.object({
	id,
	name: z.string(),
	workspace_id: id,
	description: z.string().nullable(),
	color: z.string().nullable(),
	archived: z.boolean(),
	tasks_count: z.int(),
	created_at: z.string(),
});
export type Board = z.infer<typeof boardRecord>;

/** `due_date` is a calendar day, `created_at` and `updated_at` are ISO times in UTC. */
export const taskRecord = z.object({
	id,
	title: z.string(),
	board_id: id,
	description: z.string().nullable(),
	due_date: z.string().nullable(),
	priority: z.string().nullable(),
	created_at: z.string(),
	updated_at: z.string(),
});
export type Task = z.infer<typeof taskRecord>;

export const webhookRecord = z.object({
	id,
	url: z.string(),
	events: z.array(z.string()),
	active: z.boolean(),
	created_at: z.string(),
});
export type Webhook = z.infer<typeof webhookRecord>;

/** The answer of a login. API: `token` and `user`; the fields of `user` are assumed. */
export interface Session {
	token: string;
	user: { id: number; name: string; email: string };
}

/** API: the two event kinds shown. */
const eventKind = z.enum(['task.created', 'task.updated']);
export type EventKind = z.infer<typeof eventKind>;

/** A notification owed to one webhook. `body` is the JSON text that every attempt sends. */
export const deliveryRecord = z.object({
	id: z.string(),
	webhook_id: id,
	event: eventKind,
	body: z.string(),
	attempts: z.int(),
});
export type Delivery = z.infer<typeof deliveryRecord>;

export type DeliveryState = 'due' | 'delivered' | 'abandoned';

/** A request to any path but `/sandbox/*`; secrets are masked. */
export interface RecordedRequest {
	method: string;
	/** Without the query. */
	path: string;
	query: unknown;
	/** `null` until an answer leaves. */
	status: number | null;
	/** Whether the API document lists this method and path. */
	documented: boolean;
	/** Scheme only, `null` when the header was missing. */
	authorization: string | null;
	/** Parsed JSON, else the text; `null` when there was none. */
	body: unknown;
	/** Why no whole answer left: the client was gone, or a fault cut the connection. */
	error: string | null;
	/** Until the answer had left, `null` before. */
	ms: number | null;
	/** Id of the fault that applied. */
	fault: number | null;
	/** ISO time of arrival. */
	at: string;
}

/** One attempt to deliver one notification. */
export interface RecordedDelivery {
	webhookId: number;
	deliveryId: string;
	event: string;
	/** Counts from 1. */
	attempt: number;
	/** What the receiver answered, `null` when it did not. */
	status: number | null;
	/** Why there was no answer. */
	error: string | null;
	/** Sent to n8n's test address, where nobody listens. That is normal and no failure. */
	notListening: boolean;
	/** Until the answer was there, or the attempt had failed. */
	ms: number;
	/** ISO time of the attempt's start. */
	at: string;
	/** What was sent: parsed JSON, else the text. */
	body: unknown;
	/** Id of the fault that applied. */
	fault: number | null;
}

/** How a webhook fared since the start of the sandbox. Attempts that nobody listens for do not count. */
export interface Health {
	attempts: number;
	/** Those that were answered 2xx. */
	succeeded: number;
	last: Pick<RecordedDelivery, 'status' | 'error' | 'notListening' | 'at'>;
}
