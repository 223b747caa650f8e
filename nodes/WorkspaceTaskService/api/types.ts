/*
 * The shapes of the remote API as TypeScript users see them; `schemas.ts` checks values against the
 * same. Free of imports, so that a project needs nothing else to use them.
 */

/** API: GET /api/v1/boards, query parameters. */
export interface BoardsQuery {
	/** Only boards of this workspace. */
	workspace_id?: number | string;
	/** Archived boards too. Default: false. */
	archived?: boolean;
}

/** API: POST /api/v1/boards. Which fields are required is not shown. */
export interface BoardRequest {
	name: string;
	workspace_id?: number | string;
	description?: string;
	/** `#RRGGBB` */
	color?: string;
}

/** API: POST /api/v1/tasks. Which fields are required is not shown. */
export interface TaskRequest {
	title: string;
	/** Text only if a number cannot hold it. */
	board_id: number | string;
	description?: string;
	/** `YYYY-MM-DD` */
	due_date?: string;
	/** Of the allowed values only `high` is shown. */
	priority?: string;
}

/** API: POST /api/v1/webhooks. */
export interface WebhookRequest {
	/** An https address. */
	url: string;
	/** Such as `task.created`, `task.updated`. */
	events: string[];
}

/** What the lists need of a returned board. The names of its fields are not shown. */
export interface Board {
	id?: number | string;
	name?: string;
	workspace_id?: number | string;
	[field: string]: unknown;
}
