import { LIMITS, type Limit } from '../../support/rateLimit';
import { violationsOf } from '../../support/world/checks/violations';
import { verdictsOf } from '../../support/world/n8n/verdicts';
import { worldOf } from '../../support/world/scenario/plain';
import type { ExecutionPlan, Scenario } from '../../support/world/scenario/scenario';
import { simulate } from '../../support/world/world';

/* Loads for which the generated worlds are too small, and times that no check of them bounds. */

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;

/** How long the executions of each plan took, and what is said about items that are not done. */
async function run(plans: Array<Partial<ExecutionPlan>>, more: Partial<Scenario> = {}) {
	const history = await simulate(worldOf(plans, more));
	expect(violationsOf(history)).toEqual([]);
	const { tries, sent } = history;
	const each = history.scenario.executions.map(({ id }) => {
		const own = tries.filter(({ plan }) => plan.id === id);
		const ms = Math.max(...own.map(({ startMs, endMs = Infinity }) => endMs - startMs));
		const failed = own.flatMap(verdictsOf).filter((one) => one?.kind !== 'done');
		return { ms, failed: failed.map((one) => JSON.stringify(one)) };
	});
	const endMs = Math.max(...tries.map((one) => one.endMs ?? Infinity));
	return { each, endMs, sent, failed: each.flatMap(({ failed }) => failed) };
}

const always = { fromMs: 0, toMs: 24 * HOUR };

describe('a service with a limit', () => {
	/** Of the time of a client that knows the limit and sends as early as possible. */
	const MAX_FACTOR = 1.25;
	const LATENCY_MS = 50;

	function idealMs(limit: Limit, items: number): number {
		let now = 0;
		for (let done = 0; done < items;) {
			const backAt = limit(now);
			if (backAt === undefined) done += 1;
			else now = backAt;
		}
		return now + LATENCY_MS;
	}

	it.each([
		['fixed', 1, SECOND, 'missing', 40, 1, 1],
		['sliding', 3, SECOND, 'exact', 60, 1, 1],
		['bucket', 10, SECOND, 'whole seconds', 150, 1, 1],
		['fixed', 100, MINUTE, 'missing', 300, 1, 1],
		['sliding', 100, MINUTE, 'whole seconds', 300, 1, 1],
		['fixed', 1, SECOND, 'missing', 40, 5, 1],
		['sliding', 5, SECOND, 'exact', 60, 3, 1],
		['bucket', 10, SECOND, 'missing', 150, 5, 1],
		['fixed', 300, MINUTE, 'missing', 300, 3, 1],
		['sliding', 30, MINUTE, 'missing', 40, 3, 2],
		['sliding', 30, MINUTE, 'missing', 40, 5, 2],
		['fixed', 1, SECOND, 'exact', 80, 5, 2],
		['fixed', 100, MINUTE, 'missing', 101, 1, 1],
		['fixed', 60, MINUTE, 'missing', 61, 1, 1],
		['fixed', 300, MINUTE, 'missing', 903, 1, 1],
	] as const)(
		'(%s, %i in %i ms, Retry-After: %s) loses none of %i items of %i processes to %i endpoints, and little time',
		async (kind, requests, windowMs, retryAfter, items, processes, endpoints) => {
			const operations = (['create task', 'create board'] as const).slice(0, endpoints);
			const plans = Array.from({ length: processes }, (_, process) =>
				operations.map((operation) => ({ operation, items, process })),
			).flat();
			const limits = [{ kind, requests, windowMs, retryAfter, status: 429 as const }];
			const { failed, endMs } = await run(plans, { limits });
			expect(failed).toEqual([]);
			const ideal = idealMs(LIMITS[kind](requests, windowMs), items * plans.length);
			expect(endMs).toBeLessThanOrEqual(MAX_FACTOR * ideal);
		},
	);

	it.each([
		['counts refused requests too', 'counting', 60, MINUTE, 1_200, 1_500],
		['is used up by a run and single items', 'fixed', 1, SECOND, 200, SECOND],
	] as const)('that %s loses nothing', async (_, kind, requests, windowMs, times, everyMs) => {
		const limits = [{ kind, requests, windowMs, retryAfter: 'exact', status: 429 } as const];
		const { failed, endMs } = await run([{ items: 100 }, { times, everyMs }], { limits });
		expect(failed).toEqual([]);
		expect(endMs).toBeLessThanOrEqual(MAX_FACTOR * (100 * SECOND + times * everyMs));
	});
});

describe('a login that hangs', () => {
	const world = {
		tokenLifeMs: HOUR,
		troubles: [{ ...always, call: 'log in', fault: 'hangs' } as const],
	};

	it.each([
		['a run of one item', [{}]],
		['a run of 10,000 items', [{ items: 10_000 }]],
		['ten executions', [{ items: 50, times: 10, everyMs: 1 }]],
	])('ends %s in about five minutes', async (_, plans) => {
		const { endMs, sent } = await run(plans, world);
		expect(sent.filter(({ call }) => call !== 'log in')).toEqual([]);
		expect(endMs).toBeLessThanOrEqual(5.5 * MINUTE);
	});
});

describe('a service that is down', () => {
	it.each([
		['connection refused', 1, 5],
		['hangs', 20 * SECOND, 5],
		['503', 20 * SECOND, 5],
		['429', 3, 5],
	] as const)('(%s) ends a run of 2,000 items within minutes', async (fault, afterMs, minutes) => {
		const troubles = [{ ...always, fault, afterMs }];
		const { failed, endMs, sent } = await run([{ items: 2_000 }], { troubles });
		expect(failed).toHaveLength(2_000);
		expect(endMs).toBeLessThanOrEqual((minutes + 0.5) * MINUTE);
		expect(sent.length).toBeLessThanOrEqual(5_000);
	});
});

describe('a service that asks for five minutes at most', () => {
	it.each([60, 299, 300])('(%i s) refuses once, and nothing is lost', async (retryAfterS) => {
		const troubles = [
			{ fault: '429', retryAfterS, fromMs: 0, toMs: retryAfterS * SECOND } as const,
		];
		const { sent, failed } = await run([{ times: 200, everyMs: 10 * SECOND }], { troubles });
		expect(sent.filter(({ isLimited }) => isLimited)).toHaveLength(1);
		expect(failed).toEqual([]);
	});
});

describe('a service that asks for more than five minutes', () => {
	const counting = { kind: 'counting', requests: 1, retryAfter: 'exact' } as const;
	const single = { times: 200, everyMs: 10 * SECOND };
	const refusal = { ...always, fault: '429', retryAfterS: 3_600 } as const;

	it.each([
		['301 s', 301, 429, single, 200],
		['601 s', 601, 429, single, 200],
		['an hour', 3_600, 429, single, 200],
		['a day, with 503', 86_400, 503, single, 200],
		['an hour, one each 300 s', 3_600, 429, { times: 48, everyMs: 300 * SECOND }, 48],
		['an hour, 200 each minute', 3_600, 429, { items: 200, times: 5, everyMs: MINUTE }, 45],
	] as const)(
		'(%s) and counts refusals is asked once per execution',
		async (_, seconds, status, plan, most) => {
			const limits = [{ ...counting, windowMs: seconds * SECOND, status }];
			const { sent, failed, each } = await run([plan], { limits });
			expect(sent.length).toBeLessThanOrEqual(most);
			expect(failed.filter((words) => !words.includes('UTC (in '))).toEqual([]);
			expect(each[0]?.ms).toBeLessThanOrEqual(5 * SECOND);
		},
	);

	it('lets those wait that begin together when it works again', async () => {
		const troubles = [{ ...refusal, retryAfterS: 301, toMs: 301 * SECOND }];
		const together = { times: 20, everyMs: 0, startMs: 302 * SECOND };
		const { each } = await run([{ times: 2, everyMs: 10 * SECOND }, together], { troubles });
		expect(each[1]?.failed).toEqual([]);
	});

	it('ends what an execution has waiting, with the time that the service named', async () => {
		const plans = [
			{ times: 2, everyMs: 10 * SECOND },
			{ items: 5, startMs: 20 * SECOND },
		];
		const { each, sent } = await run(plans, { troubles: [refusal] });
		expect(sent.filter(({ by }) => by.plan.id === 'B')).toHaveLength(1);
		expect(each[1]?.failed.filter((words) => words.includes('UTC (in '))).toHaveLength(5);
		expect(each[1]?.ms).toBeLessThanOrEqual(100);
	});

	it('costs another endpoint of the account nothing that works', async () => {
		const troubles = [{ ...refusal, call: 'create task' } as const];
		const lists = { ...single, operation: 'get boards', startMs: SECOND } as const;
		const { each } = await run([single, lists], { troubles });
		expect(each[0]?.failed).toHaveLength(200);
		expect(each[1]?.failed).toEqual([]);
	});

	it('at its login is asked for one login in a minute', async () => {
		const trouble = { ...always, call: 'log in', fault: '429', retryAfterS: 3_600 } as const;
		const plan = { times: 200, everyMs: 10 * SECOND };
		const { sent } = await run([plan], { tokenLifeMs: HOUR, troubles: [trouble] });
		const logins = sent.map(({ at }) => at);
		expect(sent.filter(({ call }) => call !== 'log in')).toEqual([]);
		expect(logins.length).toBeLessThanOrEqual(2 + Math.ceil((200 * 10 * SECOND) / MINUTE));
	});
});

describe('executions of one item that hang', () => {
	it.each([1, 17, 40, 48])('(%i) do not delay quick ones', async (times) => {
		const hanging = { times, everyMs: 1, slowMs: 100 * SECOND };
		const { each } = await run([hanging, { times: 10, everyMs: 5 * SECOND, startMs: SECOND }]);
		expect(each[1]?.ms).toBeLessThanOrEqual(100);
	});
});

describe('a daily quota', () => {
	it.each([
		['without a Retry-After', undefined, 5 * MINUTE + 10 * SECOND],
		['with Retry-After 120', 120, 8 * MINUTE + 10 * SECOND],
		['with Retry-After 86400', 86_400, 10 * SECOND],
	])('%s ends the run, and each item quotes the service', async (_, retryAfterS, maxMs) => {
		const troubles = [{ ...always, fromMs: 200, fault: '429', retryAfterS } as const];
		const { failed, endMs } = await run([{ items: 1_000 }], { troubles });
		expect(failed.length).toBeGreaterThan(700);
		expect(failed.filter((words) => !words.includes('Slow down'))).toEqual([]);
		expect(endMs).toBeLessThanOrEqual(maxMs);
	});
});

describe('items that are always refused', () => {
	const beside = [100, 400, 1_300, 5_000, 20_000].map((startMs) => ({ startMs }));

	it.each([
		['one of 200', { items: 200, boards: 200 }, 1, undefined, 5 * SECOND],
		['one, Concurrency 1', { items: 200, boards: 200, concurrency: 1 }, 1, undefined, 45 * SECOND],
		['the first 60 of 200', { items: 200, boards: 200 }, 60, undefined, 5 * MINUTE],
		['every 2nd of 200', { items: 200, boards: 2 }, 1, undefined, 5 * MINUTE],
		['every 10th of 1,000', { items: 1_000, boards: 10 }, 1, undefined, 5 * MINUTE],
		['one of 200, for a day', { items: 200, boards: 200 }, 1, 86_400, 5 * SECOND],
		['one of 500, for a minute', { items: 500, boards: 500 }, 1, 60, MINUTE + 3 * SECOND],
	])('(%s) lose no other one', async (_, plan, refused, retryAfterS, maxMs) => {
		const trouble = { ...always, plan: 'A', fault: '429', retryAfterS } as const;
		const troubles = Array.from({ length: refused }, (_one, at) => ({ ...trouble, board: at + 1 }));
		const { each, sent } = await run([plan, ...beside], { troubles });
		const [own, ...others] = each;
		expect(own?.failed).toHaveLength((refused * plan.items) / plan.boards);
		expect(others.flatMap(({ failed }) => failed)).toEqual([]);
		const maxOthersMs = retryAfterS === 60 ? MINUTE + SECOND : 3 * SECOND;
		expect(Math.max(...others.map(({ ms }) => ms))).toBeLessThanOrEqual(maxOthersMs);
		const passed = sent.filter(({ works, by }) => works === true && by.plan.id === 'A');
		expect(Math.max(...passed.map(({ endedAt = 0 }) => endedAt))).toBeLessThanOrEqual(maxMs);
	});
});

describe('creates that are always refused', () => {
	const eachMinute = { times: 14, everyMs: MINUTE, startMs: 5_300 };
	const two = { times: 2, everyMs: 4 * SECOND };
	const fifteen = { times: 15, everyMs: 20 * SECOND, startMs: 8 * SECOND };
	const lasting = (everyMs: number) => ({ times: 900_000 / everyMs, everyMs });

	it.each([
		['each 4 s, for 60 s', lasting(4 * SECOND), 60, eachMinute, MINUTE],
		['each second, for 30 s', lasting(SECOND), 30, eachMinute, MINUTE],
		['each minute, for 60 s', lasting(MINUTE), 60, eachMinute, MINUTE],
		['each minute, for 290 s', lasting(MINUTE), 290, eachMinute, 10 * MINUTE],
		['two, for 290 s', two, 290, fifteen, 10 * MINUTE],
		['two, for 301 s', two, 301, fifteen, MINUTE],
		['two, for an hour', two, 3_600, fifteen, MINUTE],
		['each 4 s, for an hour', lasting(4 * SECOND), 3_600, eachMinute, MINUTE],
		['a burst, for a day', { times: 40, everyMs: 100 }, 86_400, fifteen, MINUTE],
		[
			'two, for an hour, beside a burst',
			two,
			3_600,
			{ ...fifteen, times: 120, everyMs: 0 },
			MINUTE,
		],
		['two, for an hour, beside a run', two, 3_600, { items: 200, startMs: 8 * SECOND }, MINUTE],
	])('(%s) let healthy ones pass, and end', async (_, odd, retryAfterS, healthy, healthyMs) => {
		const troubles = [{ ...always, plan: 'A', fault: '429', retryAfterS } as const];
		const { each } = await run([odd, healthy], { troubles });
		expect(each[1]?.failed).toEqual([]);
		expect(each[1]?.ms).toBeLessThanOrEqual(healthyMs);
		const isMinutes = retryAfterS > 60 && retryAfterS <= 300;
		expect(each[0]?.ms).toBeLessThanOrEqual((isMinutes ? 15 : 10) * MINUTE);
	});
});

describe('an outage of two seconds', () => {
	const down = { fromMs: 100, toMs: 2_100, call: 'create task', afterMs: 20 } as const;

	it.each([
		['503', 500],
		['reset', 1_000],
	] as const)('(%s) leaves few of %i items unclear', async (fault, items) => {
		const { failed, sent } = await run([{ items }], { troubles: [{ ...down, fault }] });
		const unclear = sent.filter(({ works }) => works !== true);
		// What was sent before the outage may pass until then.
		const before = sent.filter(({ at, works }) => works === true && at < down.fromMs);
		const firstFailedAt = Math.min(...unclear.map(({ endedAt = 0 }) => endedAt));
		const knownAt = Math.max(firstFailedAt, ...before.map(({ endedAt = 0 }) => endedAt));
		const inFlight = unclear.filter(({ at }) => at <= knownAt);
		expect(inFlight.length).toBeGreaterThan(0);
		expect(failed.length).toBeGreaterThan(0);
		expect(failed.length).toBeLessThanOrEqual(inFlight.length + 8);
	});
});

describe('a service without a limit', () => {
	it('soon receives 50 requests at a time', async () => {
		const { endMs } = await run([{ items: 1_000 }]);
		// With 50 at a time from the start, it would take 700 ms.
		expect(endMs).toBeLessThan(1_000);
	});

	it('is shared evenly by two executions of an account', async () => {
		const { each } = await run([{ items: 500 }, { items: 500 }]);
		const [one = NaN, other = NaN] = each.map(({ ms }) => ms);
		expect(Math.abs(one - other)).toBeLessThan(0.1 * Math.max(one, other));
	});

	it('of which slow executions have much hardly delays 1,000 creates', async () => {
		const { each } = await run([{ items: 100, slowMs: 19 * SECOND }, { items: 1_000 }]);
		// The first of the slow ones ends later.
		expect(each[1]?.ms).toBeLessThanOrEqual(7 * SECOND);
	});
});
