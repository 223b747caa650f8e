import { both, bucket, concurrent, fixed, sliding, type Limit } from './limit';

export type RetryAfter = 'exact' | 'whole seconds' | 'missing' | number;

export interface World {
	name: string;
	limit?: () => Limit;
	/** What a person who knows the limit sets: so many, then so long a pause. */
	known: { size: number; intervalMs: number };
	retryAfter: RetryAfter;
	latencyMs: number;
	networkMs: number;
	processes: number;
	/** Of each process: executions with so many items. */
	executions: Array<{ items: number; startMs: number }>;
	/** How many the service works on at a time; the others queue. */
	workers?: number;
	/** Executions of one item while the run lasts. */
	singles: number;
}

type More = Partial<Omit<World, 'executions'>> & { items?: number; alone?: boolean };
type Kind = typeof fixed;

const S = 1_000;
const MINUTE = 60 * S;
const RETRY_AFTER: RetryAfter[] = ['exact', 'whole seconds', 'missing'];
const ROUNDED: RetryAfter[] = ['whole seconds', 'missing'];

function worldOf(name: string, { items = 100, alone, ...more }: More): World {
	const isLong = items >= 60 && alone !== true && (more.processes ?? 1) === 1;
	return {
		...{ name, known: { size: 50, intervalMs: 0 }, retryAfter: 'missing' as const },
		...{ latencyMs: 50, networkMs: 20, processes: 1, singles: isLong ? 3 : 0 },
		executions: [{ items, startMs: 0 }],
		...more,
	};
}

const rate = (kind: Kind, size: number, windowMs: number, more: More): World =>
	worldOf(`${kind.name} ${size} in ${windowMs} ms, ${JSON.stringify(more)}`, {
		limit: () => kind(size, windowMs),
		known: { size, intervalMs: windowMs },
		...more,
	});

const RATES: Array<[Kind, number, number, number]> = [
	[fixed, 1, S, 60],
	[fixed, 10, S, 300],
	[fixed, 100, S, 3_000],
	[fixed, 30, 10 * S, 150],
	[fixed, 100, MINUTE, 400],
	[fixed, 600, MINUTE, 3_000],
	[sliding, 3, S, 100],
	[sliding, 10, S, 300],
	[sliding, 100, 10 * S, 600],
	[sliding, 100, MINUTE, 400],
	[bucket, 10, S, 300],
	[bucket, 100, 10 * S, 600],
	[bucket, 100, MINUTE, 400],
	[bucket, 100, S, 5_000],
];
const plain = RATES.flatMap(([kind, size, windowMs, items]) =>
	RETRY_AFTER.map((retryAfter) => rate(kind, size, windowMs, { retryAfter, items })),
);

const slow = ROUNDED.flatMap((retryAfter) => [
	...[20, 300, 1_000, 3_000].flatMap((latencyMs) => [
		...[fixed, sliding, bucket].map((kind) =>
			rate(kind, 10, S, { retryAfter, latencyMs, items: 300 }),
		),
		rate(fixed, 300, MINUTE, { retryAfter, latencyMs, items: 900 }),
	]),
	...[300, 1_000].map((networkMs) => rate(fixed, 10, S, { retryAfter, networkMs, items: 300 })),
]);

const atOnce = (size: number, latencyMs: number, more: More = {}): World =>
	worldOf(`${size} at a time, ${latencyMs} ms, ${JSON.stringify(more)}`, {
		limit: () => concurrent(size),
		known: { size, intervalMs: latencyMs * 1.1 + 30 },
		items: Math.min(300, Math.max(60, Math.round((12 * S * size) / latencyMs) * 5)),
		latencyMs,
		...more,
	});
const concurrency = [
	...[1, 2, 5, 20].flatMap((size) => [50, 300, S, 3 * S].map((ms) => atOnce(size, ms))),
	...[5, 20].map((size) => atOnce(size, 300, { retryAfter: S, items: 300 })),
];

const shared = [3, 5].flatMap((processes) => [
	...ROUNDED.flatMap((retryAfter) => [
		rate(fixed, 10, S, { retryAfter, processes }),
		rate(fixed, 100, MINUTE, { retryAfter, processes }),
		rate(sliding, 5, S, { retryAfter, processes, items: 60 }),
		rate(bucket, 10, S, { retryAfter, processes }),
		rate(bucket, 10, S, { retryAfter, processes, latencyMs: S }),
	]),
	atOnce(10, 300, { processes, items: 100 }),
]);

const together = (count: number, items: number, everyMs: number) =>
	Array.from({ length: count }, (_, number) => ({ items, startMs: number * everyMs }));
const executions = ROUNDED.flatMap((retryAfter) => [
	{ ...rate(fixed, 10, S, { retryAfter, items: 1 }), executions: together(10, 30, 0) },
	{ ...rate(bucket, 10, S, { retryAfter, items: 1 }), executions: together(200, 1, 20) },
	{
		...rate(bucket, 10, S, { retryAfter, items: 1, latencyMs: S }),
		executions: together(40, 10, 0),
	},
]);

const justAbove = [
	[60, MINUTE, 61],
	[100, MINUTE, 101],
	[40, MINUTE, 45],
	[100, MINUTE, 120],
	[50, 30 * S, 52],
].flatMap(([size = 0, windowMs = 0, items = 0]) =>
	[50, 300, S].map((latencyMs) => rate(fixed, size, windowMs, { items, latencyMs, alone: true })),
);

const two = RETRY_AFTER.map((retryAfter) =>
	worldOf(`10 a second and 200 a minute, ${retryAfter}`, {
		limit: () => both(fixed(10, S), fixed(200, MINUTE)),
		known: { size: 10, intervalMs: 3 * S },
		retryAfter,
		items: 500,
	}),
);

const unlimited = [
	...[20, 300, 3_000].map((latencyMs) =>
		worldOf(`no limit, ${latencyMs} ms`, { latencyMs, items: latencyMs === 20 ? 5_000 : 1_000 }),
	),
	...[
		[4, 300],
		[10, 50],
	].map(([workers = 0, latencyMs = 0]) =>
		worldOf(`${workers} workers of ${latencyMs} ms`, {
			...{ workers, latencyMs, items: 400, known: { size: workers, intervalMs: latencyMs } },
		}),
	),
];

/** Honest services: what they refuse counts nothing, and the time that they name is right. */
export const WORLDS: World[] = [
	...[...plain, ...slow, ...concurrency, ...shared, ...executions, ...justAbove, ...two],
	...unlimited,
];
