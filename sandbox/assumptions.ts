import { readFileSync } from 'node:fs';
import { z } from 'zod/v4';

/* What the API document does not show: a client has to work with every value. */

const MAX_RETRIES = 20;
const MAX_DELAY_MS = 86_400_000;

const rateLimit = z.strictObject({
	requests: z.int().min(1),
	seconds: z.int().min(1).max(3_600),
});

/** The first value, or example of a free one, is the default. The page shows all of them. */
export const assumed = z.strictObject({
	boardsList: z
		.enum(['array', 'data', 'boards', 'items', 'results'])
		.describe('The board list: an array, or an object with the list in this field'),
	ids: z.enum(['number', 'string']).describe('IDs in responses and notifications'),
	createStatus: z
		.literal([201, 200, 202, 204])
		.describe('The status of a create; the response to 204 is empty'),
	createBody: z
		.enum(['object', 'data', 'array', 'empty'])
		.describe('The response to a create: the object, in data, in an array, or empty'),
	loginBody: z
		.enum(['token-and-user', 'token-only', 'extra', 'no-token'])
		.describe('The fields of the response to a login'),
	errorBody: z
		.enum(['nested', 'message', 'errors', 'problem', 'text', 'html', 'empty'])
		.describe(
			'The body of a refusal. nested: { "error": { "code", "message", "details": [{ "field", "message" }] } }; errors: a list; problem: RFC 9457',
		),
	validationStatus: z.literal([422, 400]).describe('The status if values are refused'),
	unknownFields: z
		.enum(['kept', 'refused'])
		.describe('Fields of boards and tasks that the API document does not show'),
	tasksCount: z
		.enum(['tasks_count', 'task_count', 'tasksCount'])
		.describe("The name of a board's count of tasks"),
	dueDates: z
		.enum(['day', 'utc', 'offset'])
		.describe('Due dates in responses: 2030-01-31, with T00:00:00Z, or with T00:00:00+02:00'),
	rateLimit: rateLimit.nullable().meta({
		description: 'A fixed window, then 429 with an exact Retry-After',
		examples: [null, { requests: 3, seconds: 1 }, { requests: 60, seconds: 60 }],
	}),
	planRefusal: z.literal([null, 402, 403]).describe('Refuses every call but the login'),
	httpsOnLoopback: z.literal([false, true]).describe('Whether a webhook on loopback needs https'),
	addressCheck: z
		.literal([null, 'hub.challenge', 'challenge', 'validationToken'])
		.describe('A new webhook has to echo the challenge of a GET in this parameter'),
	webhookId: z.literal([true, false]).describe('Whether a registered webhook has an id'),
	duplicateWebhooks: z
		.enum(['accepted', 'refused'])
		.describe('A second webhook with the same URL; a refusal is 409'),
	notification: z
		.enum(['data.task', 'task', 'data', 'flat', 'batch', 'array'])
		.describe('Where a notification has the task. batch: in { "events": […] }'),
	eventField: z
		.enum(['event', 'type', 'event_type', 'kind', 'action', 'none'])
		.describe('The field with the event type'),
	eventSpelling: z
		.enum(['task.created', 'task_created', 'TASK_CREATED'])
		.describe('How event types are written'),
	eventHeader: z.literal([true, false]).describe('Whether X-Webhook-Event is sent'),
	deliveryIdHeader: z.literal([true, false]).describe('Whether X-Webhook-Delivery is sent'),
	webhookQuery: z
		.enum(['kept', 'dropped'])
		.describe("The query of a webhook's URL when it is called"),
	retryDelaysMs: z
		.array(z.int().min(0).max(MAX_DELAY_MS))
		.max(MAX_RETRIES)
		.meta({
			description:
				'The waits before a delivery is sent again, with the same body; once to a test URL that does not listen',
			examples: [[1_000, 2_000, 4_000, 8_000], [], [60_000]],
		}),
});
export type Assumed = z.infer<typeof assumed>;

export const assumedChanges = assumed.partial();
export type AssumedChanges = z.infer<typeof assumedChanges>;

/** The values of each setting, the default first. */
export const VALUES: Record<string, unknown[]> = Object.fromEntries(
	Object.entries(z.toJSONSchema(assumed).properties ?? {}).map(([name, one]) => {
		const { examples, enum: values = examples } = Object(one);
		return [name, values];
	}),
);

export const DEFAULTS: Assumed = assumed.parse(
	Object.fromEntries(Object.entries(VALUES).map(([name, [first]]) => [name, first])),
);

/** The current settings. An invalid change throws a ZodError. */
export class Assumptions {
	readonly initial: Assumed;
	current: Assumed;

	constructor(given: AssumedChanges) {
		this.initial = this.current = { ...DEFAULTS, ...assumedChanges.parse(given) };
	}

	change(given: AssumedChanges): Assumed {
		return (this.current = { ...this.current, ...assumedChanges.parse(given) });
	}

	reset(): void {
		this.current = this.initial;
	}
}

/** The report of a checked service, which the sandbox responds like. */
export interface Like {
	file: string;
	assumptions: AssumedChanges;
}

export function likeText({ file, assumptions }: Like): string {
	const seen = Object.keys(assumptions).length;
	const rest = Object.keys(DEFAULTS).length - seen;
	const settings = seen === 1 ? 'setting' : 'settings';
	return `Responds like ${file}: ${seen} ${settings} from it, ${rest} by default (not seen).`;
}

/**
 * Reads a file with settings alone or a report of `npm run check-service`. The error names the file
 * and the invalid settings.
 */
export function readAssumptions(file: string): AssumedChanges {
	try {
		const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
		return assumedChanges.parse(Object(content).assumptions ?? content);
	} catch (error) {
		const reason = error instanceof z.ZodError ? z.prettifyError(error) : error;
		throw new Error(`${file}: ${String(reason)}`);
	}
}
