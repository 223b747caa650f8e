import type { Outcome } from '../../../../nodes/WorkspaceTaskService/transport/outcome';
import {
	DONE,
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
const SECOND = 1_000;
const MINUTE = 60_000;
const HUNG: Outcome = { kind: 'noResponse', cause: { message: '', hint: '', isTimeout: true } };
const SKIPPED: Outcome = { kind: 'skipped', isCertain: true };
const hanging = () => [HUNG, 20 * SECOND] as const;

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

describe('items that are always refused', () => {
	it.each<[string, Refused, number, number]>([
		['one of 200', { items: 200, isRefused: (item) => item === 5 }, 5 * SECOND, MINUTE],
		[
			'one of 200 with Concurrency 1',
			{ items: 200, concurrency: 1, isRefused: (item) => item === 5 },
			// Its order is kept for eight refusals.
			15 * SECOND,
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

	it('are not retried in a run that starts while the account is given up', async () => {
		const stream = Array.from({ length: 100 }, (_, number) => ({
			items: 1,
			startMs: number * 4 * SECOND,
		}));
		const later = { items: 100, startMs: 4 * MINUTE };
		const seen = await simulate({ refuse: () => rateLimited() }, [...stream, later]);
		const last = seen.runs.at(-1);
		expect(last?.endMs).toBeLessThan(SECOND);
		const unsent = last?.results.filter(({ outcome }) => outcome.kind === 'givenUp') ?? [];
		expect(unsent.length).toBeGreaterThanOrEqual(99);
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

it.each<[string, Outcome]>([
	['cannot be reached', NOT_SENT],
	['does not respond', HUNG],
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
		const latencies = seen.latencies.sort((a, b) => a - b);
		expect(latencies[Math.floor(0.95 * latencies.length)]).toBeLessThanOrEqual(400);
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

describe('skipped items', () => {
	const everySecond = (outcome: () => readonly [Outcome, number]): Service => ({
		respond: ({ item }) => (item % 2 === 1 ? [SKIPPED, 0] : outcome()),
	});

	it('do not hide that the service always limits the rate', async () => {
		const service = everySecond(() => [rateLimited(30 * SECOND), 3]);
		const seen = await simulate(service, [{ items: 400 }]);
		expect(seen.refused).toBeLessThanOrEqual(40);
		// Three minutes of trying and the last Retry-After of 30 s.
		expect(seen.endMs).toBeLessThanOrEqual(215 * SECOND);
	});

	it('do not hide that the service hangs', async () => {
		const seen = await simulate(everySecond(hanging), [{ items: 2_000 }]);
		expect(seen.endMs).toBeLessThanOrEqual(5 * MINUTE);
	});
});

describe('an outage', () => {
	it('of 30 minutes does not make executions of one item queue', async () => {
		const outageMs = 30 * MINUTE;
		const runs = Array.from({ length: 400 }, (_, number) => ({
			items: 1,
			startMs: number * 5 * SECOND,
		}));
		const respond: Service['respond'] = ({ ageMs }) => (ageMs < outageMs ? hanging() : undefined);
		const { runs: ended } = await simulate({ respond }, runs);
		const during = ended.filter((_, number) => number * 5 * SECOND < outageMs);
		const waits = during.map(({ endMs }) => endMs).sort((a, b) => a - b);
		expect(waits[waits.length / 2]).toBeLessThanOrEqual(SECOND);
		expect(waits.at(-1)).toBeLessThanOrEqual(2 * MINUTE);
		const after = ended.slice((outageMs + 25 * SECOND) / (5 * SECOND));
		expect(after.flatMap(({ failed }) => failed)).toEqual([]);
	});

	it('ends ten executions of 100 items within four minutes', async () => {
		const runs = Array.from({ length: 10 }, () => ({ items: 100 }));
		const seen = await simulate({ respond: hanging }, runs);
		expect(seen.endMs).toBeLessThanOrEqual(4 * MINUTE);
	});

	it('that made the account given up costs a run after it no item', async () => {
		const respond: Service['respond'] = ({ run }) => (run === 0 ? hanging() : undefined);
		const later = { items: 500, startMs: HOUR_MS };
		const seen = await simulate({ respond }, [{ items: 100 }, later]);
		expect(seen.runs[0]?.failed).toHaveLength(100);
		expect(seen.runs[1]?.failed).toEqual([]);
	});
});

describe('slow requests of another execution', () => {
	const slow = {
		'19 s': [100, DONE, 19 * SECOND],
		'8 s': [60, DONE, 8 * SECOND],
		'a timeout': [50, HUNG, 20 * SECOND],
	} as const;
	const beside = async (name: keyof typeof slow, runs: Run[]) => {
		const [items, outcome, ms] = slow[name];
		const respond: Service['respond'] = ({ run }) => (run === 0 ? [outcome, ms] : undefined);
		const seen = await simulate({ respond }, [{ items }, ...runs]);
		return Math.max(...seen.runs.slice(1).map(({ endMs }) => endMs));
	};

	it.each(['19 s', 'a timeout'] as const)('of %s hardly delay 1,000 creates', async (name) => {
		expect(await beside(name, [{ items: 1_000 }])).toBeLessThanOrEqual(4 * SECOND);
		expect(await beside(name, [{ items: 1_000, startMs: SECOND }])).toBeLessThanOrEqual(4 * SECOND);
	});

	it.each(['8 s', 'a timeout'] as const)('of %s delay single creates by a second', async (name) => {
		const starts = [100, 500, 1_000, 3_000, 9_000, 19_000, 20_010, 20_100, 21_000];
		const runs = starts.map((startMs) => ({ items: 1, startMs }));
		expect(await beside(name, runs)).toBeLessThanOrEqual(SECOND);
	});

	it('do not keep another execution out while the window is one', async () => {
		const respond: Service['respond'] = ({ run, ageMs }) => {
			if (run === 0) return [ageMs < SECOND ? rateLimited() : DONE, 3];
			return run === 1 ? [DONE, 2 * MINUTE] : undefined;
		};
		const runs = [
			{ items: 8 },
			{ items: 1, startMs: SECOND },
			{ items: 1, startMs: 2 * SECOND },
			{ items: 1, startMs: 30 * SECOND },
		];
		const seen = await simulate({ respond }, runs);
		const waits = seen.runs.slice(2).map(({ endMs }) => endMs);
		expect(Math.max(...waits)).toBeLessThanOrEqual(1.1 * SECOND);
	});
});

describe('an execution with Concurrency 1', () => {
	it('keeps its order when an item is refused once', async () => {
		const created: number[] = [];
		let requests = 0;
		const refuse: Service['refuse'] = ({ item }) => {
			if (++requests === 3) return rateLimited();
			created.push(item);
			return undefined;
		};
		await simulate({ refuse }, [{ items: 6, concurrency: 1 }]);
		expect(created).toEqual([0, 1, 2, 3, 4, 5]);
	});
});

it('a budget that every success announces costs hardly a refusal', async () => {
	const windowMs = 5 * SECOND;
	const limit = LIMITS.fixed(10, windowMs);
	let accepted = 0;
	const respond: Service['respond'] = (_request, now) => {
		const endsInMs = windowMs - (now % windowMs);
		const isRefused = limit(now) !== undefined;
		accepted += isRefused ? 0 : 1;
		const remaining = isRefused ? 0 : 9 - ((accepted - 1) % 10);
		const headers = {
			'ratelimit-remaining': `${remaining}`,
			'ratelimit-reset': `${endsInMs / SECOND}`,
		};
		const response = { status: isRefused ? 429 : 201, headers, text: '', at: 0 };
		if (isRefused) return [{ kind: 'rateLimited', response, retryAt: endsInMs }, 3];
		return [{ kind: 'done', response, body: {} }, 50];
	};
	const seen = await simulate({ respond }, [{ items: 100 }]);
	expect(failures(seen)).toBe(0);
	expect(seen.refused).toBeLessThanOrEqual(5);
	expect(seen.endMs).toBeLessThanOrEqual(1.2 * idealMs(LIMITS.fixed(10, windowMs), 100));
});

it.each<[keyof typeof LIMITS, keyof typeof RETRY_AFTER]>([
	['fixed', 'exact'],
	['fixed', 'missing'],
	['sliding', 'exact'],
	['bucket', 'in whole seconds'],
])(
	'a %s limit of one per second is used up by a run and single items (Retry-After: %s)',
	async (kind, retryAfter) => {
		const single = Array.from({ length: 200 }, (_, number) => ({
			items: 1,
			startMs: number * SECOND,
		}));
		const service = limited(LIMITS[kind](1, SECOND), retryAfter);
		const seen = await simulate(service, [{ items: 100 }, ...single]);
		expect(failures(seen)).toBe(0);
		expect(seen.endMs).toBeLessThanOrEqual(330 * SECOND);
	},
);
