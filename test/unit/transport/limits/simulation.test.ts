import {
	idealMs,
	LIMITS,
	simulate,
	VirtualClock,
	type Limit,
	type RetryAfter,
} from '../../../support/limiter-simulation';

/** As it was measured. */
const N8N = { cpuMs: 1.4, stallMs: 5 };

describe('a service without limits', () => {
	it('gets as many requests at once as it answers without slowing down', async () => {
		const { elapsedMs, mostInFlight } = await simulate({ latencyMs: 50 }, [1_000]);
		expect(mostInFlight).toBe(50);
		// 50 at once from the first request on would take 1,000 ms.
		expect(elapsedMs).toBeLessThan(1_400);
	});

	it('never gets more at once from an execution than that allows', async () => {
		expect((await simulate({ latencyMs: 50 }, [200], 7)).mostInFlight).toBe(7);
		expect((await simulate({ latencyMs: 50 }, [50], 1)).mostInFlight).toBe(1);
	});

	it('is shared by two executions of an account', async () => {
		const { finishedAt, mostInFlight } = await simulate({ latencyMs: 50 }, [500, 500]);
		const [one = 0, other = 0] = finishedAt;
		expect(mostInFlight).toBe(50);
		expect(Math.abs(one - other)).toBeLessThan(0.1 * Math.max(one, other));
	});
});

describe('a service whose requests queue', () => {
	it.each([
		[4, 105],
		[8, 115],
		[16, 145],
	])('for %i workers is kept busy, and the queue stays short', async (workers, mostMs) => {
		const { elapsedMs, p95Ms } = await simulate({ latencyMs: 50, workers, host: N8N }, [1_000]);
		expect(elapsedMs).toBeLessThan((1_000 / workers) * 50 * 1.05 + 100);
		expect(p95Ms).toBeLessThanOrEqual(mostMs);
	});
});

it('a service that is overloaded and then stays slower gets as many requests again', async () => {
	const latencyMs = (ageMs: number) => (ageMs < 300 ? 50 : 150);
	const overload = (ageMs: number) => ageMs > 200 && ageMs < 500;
	const { elapsedMs } = await simulate({ latencyMs, overload }, [3_000]);
	expect(elapsedMs).toBeLessThan(30_000);
});

it.each([2, 8, 9])('a busy host is not taken for a queue of the service (%i)', async (seed) => {
	const host = { cpuMs: 2, stallMs: 100 };
	const { elapsedMs } = await simulate({ latencyMs: 50, host, seed }, [2_000]);
	// With 50 at once it would take 6 s.
	expect(elapsedMs).toBeLessThan(8_500);
});

describe('a service that becomes slower or faster by itself', () => {
	it.each([150, 20])('to %i ms gets as many requests at once as before', async (latencyMs) => {
		const latency = (ageMs: number) => (ageMs < 1_000 ? 50 : latencyMs);
		const { elapsedMs } = await simulate({ latencyMs: latency }, [6_000]);
		expect(elapsedMs).toBeLessThan(1.2 * (1_000 + (5_000 / 50) * latencyMs));
	});
});

const KINDS = Object.keys(LIMITS) as Array<keyof typeof LIMITS>;
const CASES = KINDS.flatMap((kind) =>
	[
		{ kind, most: 1, windowMs: 1_000, items: 40 },
		{ kind, most: 3, windowMs: 1_000, items: 60 },
		{ kind, most: 10, windowMs: 1_000, items: 150 },
		{ kind, most: 100, windowMs: 60_000, items: 300 },
	].map((one) => ({ ...one, limit: () => LIMITS[kind](one.most, one.windowMs) })),
);

describe.each(CASES)('a $kind of $most requests in $windowMs ms', ({ limit, windowMs, items }) => {
	it.each<[string, RetryAfter | undefined, number, number]>([
		['from an exact Retry-After', 'exact', 1.25, 0.25],
		['from a Retry-After in whole seconds', 'whole seconds', 1.25, 0.25],
		['without a Retry-After', undefined, 1.6, 2],
		['from a Retry-After of 0', 0, 1.6, 2],
	])('is learned %s', async (_, retryAfter, slower, wasted) => {
		const hosts = retryAfter === undefined || retryAfter === 0 ? [undefined] : [undefined, N8N];
		const starts = [0, 0.3, 0.6, 0.8].map((share) => share * windowMs);
		const cases = hosts.flatMap((host) => starts.map((startMs) => ({ host, startMs })));
		for (const { host, startMs } of cases) {
			const service = { latencyMs: 50, limit: limit(), retryAfter, startMs, host };
			const { elapsedMs, refused } = await simulate(service, [items]);
			expect(elapsedMs).toBeLessThanOrEqual(slower * idealMs(limit(), items, 50, startMs));
			expect(refused).toBeLessThanOrEqual(wasted * items);
		}
	});
});

it.each([1_500, 2_500])('a period of %i ms is not taken for a usual one', async (windowMs) => {
	const limit = LIMITS['sliding window'](10, windowMs);
	const { refused } = await simulate({ latencyMs: 50, limit, retryAfter: 'exact' }, [120]);
	expect(refused).toBeLessThanOrEqual(0.25 * 120);
});

it.each([
	[10, 1_000],
	[30, 10_000],
	[100, 60_000],
])('%i requests in %i ms, a usual period, are recognized', async (most, windowMs) => {
	const limit = () => LIMITS['sliding window'](most, windowMs);
	const { elapsedMs } = await simulate({ latencyMs: 50, limit: limit() }, [5 * most]);
	expect(elapsedMs).toBeLessThan(1.3 * idealMs(limit(), 5 * most, 50));
});

it.each([
	[100, 3_600_000],
	[1_000, 5_000],
])('a limit is learned after %i requests every %i ms', async (earlier, everyMs) => {
	const limit = LIMITS['fixed window'](60, 60_000);
	const service = { latencyMs: 50, limit, retryAfter: 'exact' as const, earlier, everyMs };
	const { elapsedMs } = await simulate(service, [180]);
	expect(elapsedMs).toBeLessThan(300_000);
});

describe('refusals at random', () => {
	it.each(
		[0.01, 0.025, 0.1].flatMap((share) =>
			[undefined, 0, 1_000].map((retryAfter) => ({ share, retryAfter })),
		),
	)('of $share with a Retry-After of $retryAfter ms are no limit', async (refusals) => {
		const { elapsedMs: unlimitedMs } = await simulate({ latencyMs: 50 }, [1_000]);
		const service = { latencyMs: 50, refusals: refusals.share, retryAfter: refusals.retryAfter };
		const { elapsedMs, pausedMs, refused } = await simulate(service, [1_000]);
		expect(elapsedMs).toBeLessThan(1.5 * (unlimitedMs + pausedMs));
		expect(refused).toBeGreaterThan(5);
	});
});

it.each([8, 9, 12])('refusals at random never become a lasting limit (%i)', async (seed) => {
	const { elapsedMs: unlimitedMs } = await simulate({ latencyMs: 50, seed }, [500]);
	const service = { latencyMs: 50, refusals: 0.2, retryAfter: 1_000, seed };
	const { elapsedMs, pausedMs } = await simulate(service, [500]);
	expect(elapsedMs).toBeLessThan(2 * (unlimitedMs + pausedMs));
});

describe.each<[string, RetryAfter | undefined]>([
	['exact', 'exact'],
	['no', undefined],
])('with %s Retry-After', (_, retryAfter) => {
	const changing = (before: Limit, after: Limit): Limit => {
		const start = new VirtualClock().time;
		return (now) => (now < start + 10_000 ? before(now) : after(now));
	};
	const [slow, fast] = [2, 20].map((most) => () => LIMITS['fixed window'](most, 1_000)) as [
		() => Limit,
		() => Limit,
	];

	it.each<[string, () => Limit, number, number]>([
		// At once there would be 12, 30 and 30 s.
		['lifted', () => changing(slow(), () => undefined), 220, 30_000],
		['raised', () => changing(slow(), fast()), 420, 50_000],
		['lowered', () => changing(fast(), slow()), 240, 75_000],
	])('a limit that is %s is learned again', async (_change, limit, items, mostMs) => {
		const { elapsedMs } = await simulate({ latencyMs: 50, limit: limit(), retryAfter }, [items]);
		expect(elapsedMs).toBeLessThan(mostMs);
	});
});

it('a service that refuses everything is asked ever less often, and given up', async () => {
	const seen: number[] = [];
	const limit: Limit = (now) => seen.push(now);
	await expect(simulate({ latencyMs: 50, limit, retryAfter: 0 }, [100])).rejects.toThrow('givenUp');
	expect(seen.length).toBeLessThan(100);
	expect(seen.length).toBeGreaterThan(20);
	expect(Math.max(...seen) - Math.min(...seen)).toBeGreaterThan(270_000);
});
