import { z } from 'zod/v4';

/*
 * POST /sandbox/faults. Times are in milliseconds, those of Retry-After in seconds from now.
 */

const DEFAULT_DELAY_MS = 1_000;
const MAX_DELAY_MS = 600_000;
const MAX_DELAY_S = 31_536_000;
const MAX_HITS = 1_000_000;

const delayMs = z.int().min(0).max(MAX_DELAY_MS).default(DEFAULT_DELAY_MS);
const status = z.int().min(200).max(599);

const limits = {
	times: z.int().min(1).max(MAX_HITS).optional(),
	probability: z.number().min(0).max(1).optional(),
};

const ofRequest = {
	on: z.literal('request').default('request'),
	route: z
		.string()
		.regex(
			/^(\*|(GET|POST|PUT|PATCH|DELETE|HEAD) \/api\/[^\s?]*)$/,
			"must be '*' or a method and a path such as 'POST /api/v1/tasks'",
		)
		.default('*'),
	...limits,
};

const ofDelivery = {
	on: z.literal('delivery').default('delivery'),
	route: z.enum(['task.created', 'task.updated', '*']).default('*'),
	...limits,
};

/** `before`: nothing was done. `after`: the request was carried out, but the response hides it. */
const when = z.enum(['before', 'after']).default('before');

const retryAfter = z
	.strictObject({
		seconds: z.int().min(0).max(MAX_DELAY_S).optional(),
		/** Sent as an HTTP date, which may be in the past. */
		date: z.int().min(-MAX_DELAY_S).max(MAX_DELAY_S).optional(),
	})
	.refine(
		({ seconds, date }) => (seconds === undefined) !== (date === undefined),
		'needs either seconds or date',
	);

const contentType = z.string().regex(/^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/, 'must be a media type');

const kinds = [
	/** `body` replaces the usual error, as JSON. */
	z.strictObject({
		kind: z.literal('status'),
		...ofRequest,
		status,
		retryAfter: retryAfter.optional(),
		body: z.string().optional(),
		when,
	}),
	z.strictObject({ kind: z.literal('html'), ...ofRequest, status: status.default(200), when }),
	/** Needs a response to truncate, so the request is always carried out. */
	z.strictObject({
		kind: z.literal('truncated'),
		...ofRequest,
		when: z.literal('after').default('after'),
	}),
	/** `before`: if the client disconnects while it waits, nothing was done. */
	z.strictObject({ kind: z.literal('slow'), ...ofRequest, delayMs, when }),
	/** `during`: the request was carried out, and half of the response is sent. */
	z.strictObject({
		kind: z.literal('reset'),
		...ofRequest,
		when: z.enum(['before', 'during', 'after']).default('before'),
	}),
	z.strictObject({ kind: z.literal('double'), ...ofDelivery }),
	z.strictObject({ kind: z.literal('delay'), ...ofDelivery, delayMs }),
	/** Without `body`, the usual one. */
	z.strictObject({
		kind: z.literal('odd-body'),
		...ofDelivery,
		body: z.string().optional(),
		contentType: contentType.optional(),
	}),
] as const;

const names = kinds.map(({ shape }) => shape.kind.value).join(', ');

export const faultRequest = z.discriminatedUnion('kind', kinds, {
	error: ({ code }) => (code === 'invalid_union' ? `must be one of ${names}` : undefined),
});

export type FaultRequest = z.input<typeof faultRequest>;

/** `remaining` counts down from `times`, `null` is unlimited; `hits` counts how often it applied. */
export type Fault = z.output<typeof faultRequest> & {
	id: number;
	remaining: number | null;
	hits: number;
};
export type RequestFault = Extract<Fault, { on: 'request' }>;
export type DeliveryFault = Extract<Fault, { on: 'delivery' }>;

export const faultSeed = z.int().min(0).max(0xffff_ffff);
