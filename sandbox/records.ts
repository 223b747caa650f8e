import type { BoardRequest, TaskRequest } from './schemas';

/*
 * What the sandbox stores and returns. Names that the API document does not show are assumed (see
 * README.md).
 */

/** API: a returned board has a count of its tasks. The name `tasks_count` is assumed. */
export interface Board {
	id: number;
	name: string;
	workspace_id: number;
	description: string | null;
	color: string | null;
	archived: boolean;
	created_at: string;
	tasks_count: number;
}

/** `due_date` is a date, `created_at` and `updated_at` are ISO times in UTC. */
export interface Task {
	id: number;
	title: string;
	board_id: number;
	description: string | null;
	due_date: string | null;
	priority: string | null;
	created_at: string;
	updated_at: string;
}

export interface Webhook {
	id: number;
	url: string;
	events: string[];
	active: boolean;
	created_at: string;
}

/** The workspaces of the account. */
export const WORKSPACES = [1, 2];

export const newBoard = ({ name, ...more }: BoardRequest) => ({
	name,
	// Assumed: without `workspace_id`, the account's first workspace.
	workspace_id: 1,
	description: null,
	color: null,
	...more,
	archived: false,
	created_at: new Date().toISOString(),
});

export function newTask({ title, board_id, ...more }: TaskRequest) {
	const at = new Date().toISOString();
	const optional = { description: null, due_date: null, priority: null, ...more };
	return { title, board_id, ...optional, created_at: at, updated_at: at };
}

/** API: the two event types shown. */
export type EventType = 'task.created' | 'task.updated';

/** A notification that is due for one webhook. Every attempt sends the same `body`. */
export interface Delivery {
	id: number;
	/** What the receiver sees. */
	deliveryId: string;
	webhookId: number;
	event: EventType;
	body: string;
	/** Made so far. */
	attempts: number;
}

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
