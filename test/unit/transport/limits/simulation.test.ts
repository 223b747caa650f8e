import type { Outcome } from '../../../../nodes/WorkspaceTaskService/transport/outcome';
import {
	fixedNumber,
	idealMs,
	LIMITS,
	NOT_SENT,
	rateLimited,
	RETRY_AFTER,
	simulate,
	UNAVAILABLE,
	type Limit,
	type Run,
	type Service,
} from '../../../support/limiterSimulation';

const KINDS = Object.keys(LIMITS) as Array<keyof typeof LIMITS>;
const RETRY_AFTERS = Object.keys(RETRY_AFTER) as Array<keyof typeof RETRY_AFTER>;
const HOUR_MS = 3_600_000;

const limited = (limit: Limit, retryAfter: keyof typeof RETRY_AFTER): Service => ({
	refuse: (_request, now) => {
		const backAt = limit(now);
		return backAt === undefined ? undefined : rateLimited(RETRY_AFTER[retryAfter](backAt - now));
	},
});
type Simulated = Awaited<ReturnType<typeof simulate>>;
const failures = ({ runs }: Simulated) => runs.flatMap(({ failed }) => failed).length;
const outcomesOf = ({ runs: [run] }: Simulated) => run?.results.map(({ outcome }) => outcome) ?? [];
const kindsOf = (seen: Simulated) => [...new Set(outcomesOf(seen).map(({ kind }) => kind))].sort();

describe.each(KINDS)('a %s limit', (kind) => {
	describe.each([
		[1, 1_000, 40],
		[3, 1_000, 60],
		[10, 1_000, 150],
		[100, 60_000, 300],
	])('of %i requests in %i ms', (requests, windowMs, items) => {
		it.each(RETRY_AFTERS)('loses no item and little time (Retry-After: %s)', async (retryAfter) => {
			const limit = () => LIMITS[kind](requests, windowMs);
			const seen = await simulate(limited(limit(), retryAfter), [{ items }]);
			expect(failures(seen)).toBe(0);
			expect(seen.endMs).toBeLessThanOrEqual(1.6 * idealMs(limit(), items));
			expect(seen.openTimers).toBe(0);
		});
	});
});

describe.each([3, 5])('%i processes', (processes) => {
	it.each(
		RETRY_AFTERS.flatMap((retryAfter) =>
			(
				[
					['fixed', 1, 1_000, 40],
					['fixed', 3, 1_000, 40],
					['sliding', 5, 1_000, 60],
					['bucket', 10, 1_000, 150],
					['fixed', 600, 60_000, 600],
				] as const
			).map((one) => [...one, retryAfter] as const),
		),
	)('share a %s limit of %i in %i ms', async (kind, requests, windowMs, items, retryAfter) => {
		const limit = () => LIMITS[kind](requests, windowMs);
		const runs = Array.from({ length: processes }, (_, process) => ({ items, process }));
		const seen = await simulate(limited(limit(), retryAfter), runs);
		expect(failures(seen)).toBe(0);
		expect(seen.endMs).toBeLessThanOrEqual(1.6 * idealMs(limit(), items * processes));
	});
});

it.each(RETRY_AFTERS)(
	'two limits at the same time lose no item (Retry-After: %s)',
	async (retryAfter) => {
		const both = (): Limit => {
			const [perSecond, perMinute] = [LIMITS.fixed(10, 1_000), LIMITS.fixed(100, 60_000)];
			return (now) => perSecond(now) ?? perMinute(now);
		};
		const seen = await simulate(limited(both(), retryAfter), [{ items: 300 }]);
		expect(failures(seen)).toBe(0);
		expect(seen.endMs).toBeLessThanOrEqual(2 * idealMs(both(), 300));
	},
);

it.each([1, 5])('%i processes lose none of 500 items at one per second', async (processes) => {
	const items = 500 / processes;
	const runs = Array.from({ length: processes }, (_, process) => ({ items, process }));
	const seen = await simulate(limited(LIMITS.fixed(1, 1_000), 'missing'), runs);
	expect(failures(seen)).toBe(0);
	expect(seen.endMs).toBeLessThanOrEqual(1.1 * 500_000);
});

interface Refused extends Run {
	isRefused: (item: number) => boolean;
	askedMs?: number;
}

/** A run with items that are always refused, beside occasional runs of one item. */
async function refusing({ isRefused, askedMs, ...run }: Refused) {
	const service: Service = {
		refuse: ({ run: number, item }) =>
			number === 0 && isRefused(item) ? rateLimited(askedMs) : undefined,
	};
	const starts = [100, 400, 1_300, 5_000, 20_000, 100_000];
	const small = starts.map((startMs) => ({ items: 1, startMs }));
	const alone = await simulate({}, [run]);
	const seen = await simulate(service, [run, ...small]);
	const [first, ...beside] = seen.runs;
	const others = first?.results.filter((_, item) => !isRefused(item)) ?? [];
	return {
		seen,
		lost: first?.failed.filter((item) => !isRefused(item)).length,
		othersMs: Math.max(...others.map(({ endMs }) => endMs)),
		aloneMs: alone.endMs,
		lastMs: first?.endMs ?? NaN,
		besideMs: Math.max(...beside.map(({ endMs }) => endMs)),
		besideFailed: beside.flatMap(({ failed }) => failed).length,
	};
}

const SECOND = 1_000;
const MINUTE = 60_000;

describe('items that are always refused', () => {
	it.each<[string, Refused, number, number]>([
		['one of 200', { items: 200, isRefused: (item) => item === 5 }, 5 * SECOND, MINUTE],
		[
			'one of 200 with Concurrency 1',
			{ items: 200, concurrency: 1, isRefused: (item) => item === 5 },
			5 * SECOND,
			MINUTE,
		],
		[
			'one of 200 with Retry-After 86400',
			{ items: 200, isRefused: (item) => item === 5, askedMs: 24 * HOUR_MS },
			5 * SECOND,
			5 * SECOND,
		],
		[
			'one endpoint beside 2,000 tasks with Retry-After 60',
			{ items: 2_001, isRefused: (item) => item === 0, askedMs: MINUTE },
			5 * SECOND,
			5 * MINUTE,
		],
		['the first 60 of 200', { items: 200, isRefused: (item) => item < 60 }, Infinity, 10 * MINUTE],
		[
			'every 2nd of 200',
			{ items: 200, isRefused: (item) => item % 2 === 1 },
			Infinity,
			10 * MINUTE,
		],
		[
			'every 10th of 2,000',
			{ items: 2_000, isRefused: (item) => item % 10 === 3 },
			Infinity,
			10 * MINUTE,
		],
	])('lose no other item and little time: %s', async (_, run, laterMs, maxMs) => {
		const { seen, lost, othersMs, aloneMs, lastMs, besideMs, besideFailed } = await refusing(run);
		expect(lost).toBe(0);
		expect(kindsOf(seen)).toEqual(['done', 'rateLimited']);
		expect(othersMs - aloneMs).toBeLessThanOrEqual(laterMs);
		expect(lastMs).toBeLessThanOrEqual(maxMs);
		expect(besideFailed).toBe(0);
		expect(besideMs).toBeLessThanOrEqual(3 * SECOND);
		expect(seen.openTimers).toBe(0);
	});

	it.each([MINUTE, 299 * SECOND])(
		'end a run of 50 soon with Retry-After %i ms',
		async (askedMs) => {
			const alone = await simulate({ refuse: () => rateLimited(askedMs) }, [{ items: 50 }]);
			expect(alone.endMs).toBeLessThanOrEqual(6 * MINUTE);
			expect(alone.refused).toBeLessThanOrEqual(40);
			const { besideMs } = await refusing({ items: 50, isRefused: () => true, askedMs });
			expect(besideMs).toBeLessThanOrEqual(3 * SECOND);
		},
	);

	it('are not retried in a run that starts after the patience ended', async () => {
		const later = { items: 100, startMs: 10 * MINUTE };
		const seen = await simulate({ refuse: () => rateLimited() }, [{ items: 50 }, later]);
		expect(seen.runs[1]?.endMs).toBeLessThan(SECOND);
		const sent = seen.runs[1]?.results.filter(({ outcome }) => outcome.kind === 'rateLimited');
		expect(sent).toHaveLength(20);
	});
});

describe('a daily quota', () => {
	it.each<[string, number | undefined, number]>([
		['without a Retry-After', undefined, 4 * MINUTE],
		['with Retry-After 86400', 24 * HOUR_MS, SECOND],
	])('%s ends the run, and each item quotes the service', async (_, askedMs, maxMs) => {
		let left = 100;
		const refuse = () => (left-- > 0 ? undefined : rateLimited(askedMs));
		const seen = await simulate({ refuse }, [{ items: 1_000 }]);
		expect(failures(seen)).toBe(900);
		expect(seen.endMs).toBeLessThanOrEqual(maxMs);
		expect(seen.refused).toBeLessThanOrEqual(160);
		const quoted = outcomesOf(seen).map((one) => (one.kind === 'givenUp' ? one.last : one));
		expect(quoted.filter(({ kind }) => kind === 'rateLimited')).toHaveLength(900);
	});
});

it('an unreachable service is given up for all items', async () => {
	const refusalMs = 10 * SECOND;
	const refuse = (): Outcome => NOT_SENT;
	const runs = Array.from({ length: 20 }, (_, number) => ({
		items: 3,
		startMs: number * refusalMs,
	}));
	const seen = await simulate({ refusalMs, refuse }, [
		...runs,
		{ items: 100, startMs: 5 * MINUTE },
	]);
	const last = seen.runs.at(-1)?.results.map(({ outcome }) => outcome.kind) ?? [];
	expect(last.filter((kind) => kind === 'notSent')).toHaveLength(20);
	expect(last.filter((kind) => kind === 'givenUp')).toHaveLength(80);
});

it.each<[string, Outcome]>([
	['cannot be reached', NOT_SENT],
	['does not respond', { kind: 'noResponse', cause: { message: '', hint: '', isTimeout: true } }],
	['is unavailable', UNAVAILABLE],
	['refuses everything', rateLimited()],
])('a service that %s ends a run of 10,000 items in about three minutes', async (_, outcome) => {
	const refusalMs = outcome.kind === 'rateLimited' ? undefined : 20 * SECOND;
	const seen = await simulate({ refusalMs, refuse: () => outcome }, [{ items: 10_000 }]);
	expect(failures(seen)).toBe(10_000);
	expect(seen.endMs).toBeLessThanOrEqual(4 * MINUTE);
	expect(seen.requests).toBeLessThanOrEqual(500);
	expect(seen.openTimers).toBe(0);
});

describe('a service without a limit', () => {
	it('soon receives 50 requests at a time', async () => {
		const seen = await simulate({}, [{ items: 1_000 }]);
		expect(seen.maxInFlight).toBe(50);
		// With 50 at a time from the start, it would take 1,050 ms.
		expect(seen.endMs).toBeLessThan(1_300);
	});

	it('never receives more than Concurrency requests at a time from one execution', async () => {
		expect((await simulate({}, [{ items: 200, concurrency: 7 }])).maxInFlight).toBe(7);
		expect((await simulate({}, [{ items: 50, concurrency: 1 }])).maxInFlight).toBe(1);
	});

	it('is shared evenly by two executions of an account', async () => {
		const seen = await simulate({}, [{ items: 500 }, { items: 500 }]);
		const [one, other] = seen.runs.map(({ endMs }) => endMs) as [number, number];
		expect(seen.maxInFlight).toBe(50);
		expect(Math.abs(one - other)).toBeLessThan(0.1 * Math.max(one, other));
	});

	it('with 4 workers and a queue is kept busy', async () => {
		const best = await simulate({ workers: 4 }, [{ items: 1_000 }], {
			makeLimiter: () => fixedNumber(4),
		});
		const seen = await simulate({ workers: 4 }, [{ items: 1_000 }]);
		expect(seen.endMs).toBeLessThan(1.02 * best.endMs);
	});

	it('is not considered overloaded if its latency varies', async () => {
		const service: Service = { latencyMs: ({ ageMs }) => 50 + (ageMs % 1_000) / 5 };
		const fixed = { makeLimiter: () => fixedNumber(50) };
		const [seen, best] = [
			await simulate(service, [{ items: 3_000 }]),
			await simulate(service, [{ items: 3_000 }], fixed),
		];
		expect(seen.endMs).toBeLessThanOrEqual(2 * best.endMs);
	});

	it('is not slowed down by random 503s for 5 % of 2,000 requests', async () => {
		const refuse: Service['refuse'] = ({ random }) => (random < 0.05 ? UNAVAILABLE : undefined);
		expect((await simulate({ refuse }, [{ items: 2_000 }])).endMs).toBeLessThanOrEqual(13 * SECOND);
	});
});
