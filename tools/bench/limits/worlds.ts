import type { LIMITS } from '../../../test/support/rateLimit';

type RetryAfter = 'exact' | 'whole seconds' | 'missing';

/** Honest services: what they refuse counts nothing, and the time that they name is right. */
export interface World {
	/** Without it and `atOnce`, the service accepts everything. */
	rate?: [kind: keyof typeof LIMITS, size: number, windowMs: number];
	/** It refuses what arrives while it works on so many. */
	atOnce?: number;
	retryAfter: RetryAfter;
	latencyMs: number;
	networkMs: number;
	/** They share the limit. */
	processes: number;
	/** Of each process, each with `items`. */
	executions: number;
	/** Between the starts of the executions. */
	everyMs: number;
	items: number;
	/** Further executions of one item while these last. */
	singles: number;
}

const USUAL: World = {
	retryAfter: 'missing',
	latencyMs: 50,
	networkMs: 20,
	processes: 1,
	executions: 1,
	everyMs: 0,
	items: 100,
	singles: 0,
};

const S = 1_000;
const MINUTE = 60 * S;
const ALL: RetryAfter[] = ['exact', 'whole seconds', 'missing'];
const ROUNDED: RetryAfter[] = ['whole seconds', 'missing'];

type Worlds = Array<Partial<World>>;

const combine = (retryAfters: RetryAfter[], worlds: Worlds): Worlds =>
	retryAfters.flatMap((retryAfter) => worlds.map((world) => ({ ...world, retryAfter })));

const rates: Worlds = combine(ALL, [
	{ rate: ['fixed', 1, S], items: 60 },
	{ rate: ['fixed', 10, S], items: 300 },
	{ rate: ['fixed', 100, S], items: 3_000 },
	{ rate: ['fixed', 30, 10 * S], items: 150 },
	{ rate: ['fixed', 100, MINUTE], items: 400 },
	{ rate: ['fixed', 600, MINUTE], items: 3_000 },
	{ rate: ['sliding', 3, S], items: 100 },
	{ rate: ['sliding', 10, S], items: 300 },
	{ rate: ['sliding', 100, 10 * S], items: 600 },
	{ rate: ['sliding', 100, MINUTE], items: 400 },
	{ rate: ['bucket', 10, S], items: 300 },
	{ rate: ['bucket', 100, 10 * S], items: 600 },
	{ rate: ['bucket', 100, MINUTE], items: 400 },
	{ rate: ['bucket', 100, S], items: 5_000 },
]);

const slow: Worlds = combine(ROUNDED, [
	...[20, 300, S, 3 * S].flatMap((latencyMs): Worlds => [
		{ rate: ['fixed', 10, S], latencyMs, items: 300 },
		{ rate: ['sliding', 10, S], latencyMs, items: 300 },
		{ rate: ['bucket', 10, S], latencyMs, items: 300 },
		{ rate: ['fixed', 300, MINUTE], latencyMs, items: 900 },
	]),
	{ rate: ['fixed', 10, S], networkMs: 300, items: 300 },
	{ rate: ['fixed', 10, S], networkMs: S, items: 300 },
]);

const concurrency: Worlds = [1, 2, 5, 20].flatMap((atOnce) =>
	[50, 300, S, 3 * S].map((latencyMs) => {
		const inOneMinute = (MINUTE / latencyMs) * atOnce;
		return { atOnce, latencyMs, items: Math.min(300, Math.max(60, inOneMinute)) };
	}),
);

const shared: Worlds = [3, 5].flatMap((processes): Worlds => [
	...combine(ROUNDED, [
		{ rate: ['fixed', 10, S], processes },
		{ rate: ['fixed', 100, MINUTE], processes },
		{ rate: ['sliding', 5, S], processes, items: 60 },
		{ rate: ['bucket', 10, S], processes },
		{ rate: ['bucket', 10, S], processes, latencyMs: S },
	]),
	{ atOnce: 10, latencyMs: 300, processes },
]);

const executions: Worlds = combine(ROUNDED, [
	{ rate: ['fixed', 10, S], executions: 10, items: 30 },
	{ rate: ['bucket', 10, S], executions: 200, items: 1, everyMs: 20 },
	{ rate: ['bucket', 10, S], executions: 40, items: 10, latencyMs: S },
]);

/** A little more than one window accepts. */
const justAbove: Worlds = [50, 300, S].flatMap((latencyMs): Worlds => [
	{ rate: ['fixed', 60, MINUTE], items: 61, latencyMs },
	{ rate: ['fixed', 100, MINUTE], items: 101, latencyMs },
	{ rate: ['fixed', 40, MINUTE], items: 45, latencyMs },
	{ rate: ['fixed', 100, MINUTE], items: 120, latencyMs },
	{ rate: ['fixed', 50, 30 * S], items: 52, latencyMs },
]);

const unlimited: Worlds = [
	{ latencyMs: 20, items: 5_000 },
	{ latencyMs: 300, items: 1_000 },
	{ latencyMs: 3 * S, items: 1_000 },
];

const withSingles = [...rates, ...slow, ...concurrency, ...unlimited].map(
	(world): Partial<World> => ({ ...world, singles: 3 }),
);

export const WORLDS = [...withSingles, ...shared, ...executions, ...justAbove].map(
	(world): World => ({ ...USUAL, ...world }),
);
