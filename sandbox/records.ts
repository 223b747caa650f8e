import { z } from 'zod/v4';

/*
 * What the sandbox stores and returns. Names that the API document does not show are assumed (see
 * README.md).
 */

const id = z.int();

/** API: a returned board has a count of its tasks. The name `tasks_count` is assumed. */
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

/** `due_date` is a date, `created_at` and `updated_at` are ISO times in UTC. */
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

/** API: `token` and `user`. The fields of `user` are assumed. */
export interface Session {
	token: string;
	user: { id: number; name: string; email: string };
}

/** API: the two event types shown. */
const eventType = z.enum(['task.created', 'task.updated']);
export type EventType = z.infer<typeof eventType>;

/** A notification for one webhook. Every attempt sends the same `body`. */
export const deliveryRecord = z.object({
	id: z.string(),
	webhook_id: id,
	event: eventType,
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
	/** `null` until the response is sent. */
	status: number | null;
	/** Whether the API document lists this method and path. */
	documented: boolean;
	/** Scheme only, `null` when the header was missing. */
	authorization: string | null;
	/** Parsed JSON, else the text; `null` when there was none. */
	body: unknown;
	/** Why the response is incomplete: the client disconnected, or a fault cut the connection. */
	error: string | null;
	/** Until the response was sent, `null` before. */
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
	/** `null` without a response. */
	status: number | null;
	/** Why there was no response. */
	error: string | null;
	/** Sent to an n8n test URL while the editor does not listen: normal, not a failure. */
	notListening: boolean;
	/** Until the response, or until the attempt failed. */
	ms: number;
	/** ISO time of the start. */
	at: string;
	/** What was sent: parsed JSON, else the text. */
	body: unknown;
	/** Id of the fault that applied. */
	fault: number | null;
}

/** Of what the log has, without attempts at a test URL that does not listen. */
export interface Health {
	attempts: number;
	/** With a 2xx. */
	succeeded: number;
	last: Pick<RecordedDelivery, 'status' | 'error' | 'notListening' | 'at'>;
}
