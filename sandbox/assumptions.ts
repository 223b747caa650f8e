/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- command line of a development tool, never published */
import { readFileSync } from 'node:fs';
import { z } from 'zod/v4';

/*
 * What the API document does not show: a client has to work with every value. README.md explains
 * them.
 */

const MAX_RETRIES = 20;
const MAX_DELAY_MS = 86_400_000;

export const assumed = z.strictObject({
	boardsList: z.enum(['array', 'data', 'boards', 'items', 'results']),
	ids: z.enum(['number', 'string']),
	createStatus: z.literal([200, 201, 202, 204]),
	createBody: z.enum(['object', 'data', 'array', 'empty']),
	loginBody: z.enum(['token-and-user', 'token-only', 'extra', 'no-token']),
	errorBody: z.enum(['nested', 'message', 'errors', 'problem', 'text', 'html', 'empty']),
	validationStatus: z.literal([400, 422]),
	unknownFields: z.enum(['kept', 'refused']),
	tasksCount: z.enum(['tasks_count', 'task_count', 'tasksCount']),
	dueDates: z.enum(['day', 'utc', 'offset']),
	rateLimit: z
		.strictObject({ requests: z.int().min(1), seconds: z.int().min(1).max(3_600) })
		.nullable(),
	planRefusal: z.literal([null, 402, 403]),
	httpsOnLoopback: z.boolean(),
	addressCheck: z.enum(['hub.challenge', 'challenge', 'validationToken']).nullable(),
	webhookId: z.boolean(),
	duplicateWebhooks: z.enum(['accepted', 'refused']),
	notification: z.enum(['data.task', 'task', 'data', 'flat', 'batch', 'array']),
	eventField: z.enum(['event', 'type', 'event_type', 'kind', 'action', 'none']),
	eventSpelling: z.enum(['task.created', 'task_created', 'TASK_CREATED']),
	eventHeader: z.boolean(),
	deliveryIdHeader: z.boolean(),
	webhookQuery: z.enum(['kept', 'dropped']),
	retryDelaysMs: z.array(z.int().min(0).max(MAX_DELAY_MS)).max(MAX_RETRIES),
});
export type Assumed = z.infer<typeof assumed>;

export const assumedChanges = assumed.partial();
export type AssumedChanges = z.infer<typeof assumedChanges>;

export const DEFAULTS: Assumed = {
	boardsList: 'array',
	ids: 'number',
	createStatus: 201,
	createBody: 'object',
	loginBody: 'token-and-user',
	errorBody: 'nested',
	validationStatus: 422,
	unknownFields: 'kept',
	tasksCount: 'tasks_count',
	dueDates: 'day',
	rateLimit: null,
	planRefusal: null,
	httpsOnLoopback: false,
	addressCheck: null,
	webhookId: true,
	duplicateWebhooks: 'accepted',
	notification: 'data.task',
	eventField: 'event',
	eventSpelling: 'task.created',
	eventHeader: true,
	deliveryIdHeader: true,
	webhookQuery: 'kept',
	retryDelaysMs: [1_000, 2_000, 4_000, 8_000],
};

/** The current settings. An invalid change throws a ZodError. */
export class Assumptions {
	private readonly initial: Assumed;
	private now: Assumed;

	constructor(given: AssumedChanges = {}) {
		this.initial = this.now = { ...DEFAULTS, ...assumedChanges.parse(given) };
	}

	get current(): Assumed {
		return this.now;
	}

	change(given: AssumedChanges): Assumed {
		return (this.now = { ...this.now, ...assumedChanges.parse(given) });
	}

	reset(): void {
		this.now = this.initial;
	}
}

/**
 * Reads a file with settings alone or a report of `npm run check-service`. The error names the file
 * and the invalid settings.
 */
export function readAssumptions(file: string): AssumedChanges {
	const content = parse(file);
	const result = assumedChanges.safeParse(Object(content).assumptions ?? content);
	if (result.success) return result.data;
	const reasons = result.error.issues.map(({ path, message }) => [...path, message].join(': '));
	throw new Error(`${file}: ${reasons.join('; ')}`);
}

function parse(file: string): unknown {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
	}
}
