import {
	idealMs,
	limited,
	RETRY_AFTER,
	simulate,
	stream,
} from '../../../support/limiterSimulation';
import { LIMITS, type Limit } from '../../../support/rateLimit';

const HONEST = ['fixed', 'sliding', 'bucket'] as const;
const RETRY_AFTERS = Object.keys(RETRY_AFTER) as Array<keyof typeof RETRY_AFTER>;
const SEEDS = [1, 2];
const MINUTE = 60_000;
/** Of the time of a client that knows the limit. */
const MAX_FACTOR = 1.5;

type Simulated = Awaited<ReturnType<typeof simulate>>;
const lost = ({ runs }: Simulated) => runs.flatMap(({ failed }) => failed).length;

/** Executions of the same size in several processes of n8n, one for each endpoint. */
const processes = (count: number, items: number, endpoints = ['tasks']) =>
	Array.from({ length: count }, (_, process) =>
		endpoints.map((endpoint) => ({ items, process, endpoint })),
	).flat();

describe.each(HONEST)('a %s limit', (kind) => {
	describe.each([
		[1, 1_000, 40],
		[3, 1_000, 60],
		[10, 1_000, 150],
		[100, MINUTE, 300],
	])('of %i requests in %i ms', (requests, windowMs, items) => {
		it.each(RETRY_AFTERS)('loses no item and little time (Retry-After: %s)', async (retryAfter) => {
			for (const seed of SEEDS) {
				const limit = () => LIMITS[kind](requests, windowMs);
				const seen = await simulate(limited(limit(), retryAfter), [{ items }], { seed });
				expect(lost(seen)).toBe(0);
				expect(seen.endMs).toBeLessThanOrEqual(MAX_FACTOR * idealMs(limit(), items));
			}
		});
	});
});

describe.each([3, 5])('%i processes', (count) => {
	it.each(
		RETRY_AFTERS.flatMap((retryAfter) =>
			(
				[
					['fixed', 1, 1_000, 40],
					['fixed', 3, 1_000, 40],
					['sliding', 5, 1_000, 60],
					['bucket', 10, 1_000, 150],
					['fixed', 600, MINUTE, 600],
				] as const
			).map((one) => [...one, retryAfter] as const),
		),
	)('share a %s limit of %i in %i ms', async (kind, requests, windowMs, items, retryAfter) => {
		for (const seed of SEEDS) {
			const limit = () => LIMITS[kind](requests, windowMs);
			const service = limited(limit(), retryAfter);
			const seen = await simulate(service, processes(count, items), { seed });
			expect(lost(seen)).toBe(0);
			expect(seen.endMs).toBeLessThanOrEqual(MAX_FACTOR * idealMs(limit(), items * count));
		}
	});
});

// The first process that finds such a limit free again could use it up before the others ask.
describe.each([1, 2, 3, 5])('%i processes on two endpoints', (count) => {
	it.each([
		['fixed', 100, MINUTE, 100, 'missing'],
		['fixed', 100, MINUTE, 100, 'exact'],
		['sliding', 60, MINUTE, 60, 'missing'],
		['sliding', 30, MINUTE, 40, 'missing'],
		['fixed', 1, 1_000, 80, 'exact'],
		['bucket', 1, 1_000, 40, 'missing'],
	] as const)(
		'share a %s limit of %i in %i ms (%i items each, Retry-After: %s)',
		async (kind, requests, windowMs, items, retryAfter) => {
			for (const seed of SEEDS) {
				const limit = () => LIMITS[kind](requests, windowMs);
				const runs = processes(count, items, ['tasks', 'boards']);
				const seen = await simulate(limited(limit(), retryAfter), runs, { seed });
				expect(lost(seen)).toBe(0);
				expect(seen.endMs).toBeLessThanOrEqual(MAX_FACTOR * idealMs(limit(), items * runs.length));
			}
		},
	);
});

it.each(RETRY_AFTERS)(
	'two limits at the same time lose no item (Retry-After: %s)',
	async (retryAfter) => {
		const both = (): Limit => {
			const [perSecond, perMinute] = [LIMITS.fixed(10, 1_000), LIMITS.fixed(100, MINUTE)];
			return (now) => perSecond(now) ?? perMinute(now);
		};
		const seen = await simulate(limited(both(), retryAfter), [{ items: 300 }]);
		expect(lost(seen)).toBe(0);
		expect(seen.endMs).toBeLessThanOrEqual(MAX_FACTOR * idealMs(both(), 300));
	},
);

it.each(RETRY_AFTERS)(
	'a run and single items use up a limit of one per second (%s)',
	async (retryAfter) => {
		for (const kind of HONEST) {
			const service = limited(LIMITS[kind](1, 1_000), retryAfter);
			const seen = await simulate(service, [{ items: 100 }, ...stream(200, 1_000)]);
			expect(lost(seen)).toBe(0);
			expect(seen.endMs).toBeLessThanOrEqual(MAX_FACTOR * 300_000);
		}
	},
);
