import type { Outcome } from '../../../../nodes/WorkspaceTaskService/transport/outcome';
import {
	DONE,
	ERROR,
	hangingLogin,
	HUNG,
	limited,
	NOT_SENT,
	rateLimited,
	simulate,
	stream,
	UNAVAILABLE,
	type Run,
	type Service,
} from '../../../support/limiterSimulation';
import { LIMITS } from '../../../support/rateLimit';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
/** What a request of 50 ms takes if nothing holds it up. */
const AT_ONCE_MS = 100;
const hanging = () => [HUNG, 20 * SECOND] as const;

type Simulated = Awaited<ReturnType<typeof simulate>>;
const lost = (runs: Simulated['runs']) => runs.flatMap(({ failed }) => failed).length;
const longest = (runs: Simulated['runs']) => Math.max(...runs.map(({ endMs }) => endMs));

describe('an endpoint that always fails', () => {
	it.each<[string, readonly [Outcome, number], number]>([
		['after 2 s, each second', [ERROR, 2 * SECOND], SECOND],
		['by hanging, each second', hanging(), SECOND],
		['by hanging, each ten seconds', hanging(), 10 * SECOND],
	])('%s for three hours, costs other creates nothing', async (_, failure, everyMs) => {
		const broken = stream((3 * HOUR) / everyMs, everyMs, { endpoint: 'broken' });
		for (const endpoint of ['tasks', 'broken']) {
			const healthy = stream(18, 10 * MINUTE, { endpoint, startMs: 5 * MINUTE + 333 });
			const respond: Service['respond'] = ({ run }) => (run < broken.length ? failure : undefined);
			const { runs } = await simulate({ respond }, [...broken, ...healthy]);
			expect(lost(runs.slice(broken.length))).toBe(0);
			expect(longest(runs.slice(broken.length))).toBeLessThanOrEqual(AT_ONCE_MS);
		}
	});
});

describe('a service that counts refused requests', () => {
	it('is not asked again within its pause', async () => {
		let blockedUntil = Infinity;
		const refuse: Service['refuse'] = (_request, now) => {
			if (blockedUntil < Infinity && now >= blockedUntil) return undefined;
			blockedUntil = now + MINUTE;
			return rateLimited(MINUTE);
		};
		const seen = await simulate({ refuse }, stream(300, SECOND));
		expect(lost(seen.runs)).toBe(0);
		expect(seen.refused).toBe(1);
	});

	it.each([
		['60 per minute: 100 at once, then 40 per minute', 60, 100, 1_500, 1_200],
		['10 per minute: 30 at once, then 6 per minute', 10, 30, 10_000, 180],
	])('loses nothing of %s', async (_, requests, burst, everyMs, single) => {
		const service = limited(LIMITS.counting(requests, MINUTE), 'exact');
		const seen = await simulate(service, [{ items: burst }, ...stream(single, everyMs)]);
		expect(lost(seen.runs)).toBe(0);
		expect(seen.refused).toBeLessThanOrEqual(burst + single);
	});

	it('and blocks a minute after each refusal loses nothing', async () => {
		const limit = LIMITS.bucket(60, MINUTE);
		let blockedUntil = 0;
		const refuse: Service['refuse'] = (_request, now) => {
			if (now >= blockedUntil && limit(now) === undefined) return undefined;
			blockedUntil = now + MINUTE;
			return rateLimited(MINUTE);
		};
		const seen = await simulate({ refuse }, [{ items: 100 }, ...stream(600, 2 * SECOND)]);
		expect(lost(seen.runs)).toBe(0);
	});
});

describe('slow executions', () => {
	const starts = [100, 500, 1_000, 3_000, 9_000, 19_000, 20_010, 20_100, 21_000];
	const single = starts.map((startMs): Run => ({ items: 1, startMs }));

	it.each([1, 2, 3, 5, 8])('%i of them keep no single create out', async (count) => {
		for (const outcome of [DONE, HUNG]) {
			const slow = Array.from({ length: count }, () => ({ items: 50 }));
			const respond: Service['respond'] = ({ run }) =>
				run < count ? [outcome, 20 * SECOND] : undefined;
			const { runs } = await simulate({ respond }, [...slow, ...single]);
			expect(longest(runs.slice(count))).toBeLessThanOrEqual(AT_ONCE_MS);
		}
	});

	it('hardly delay 1,000 creates', async () => {
		const respond: Service['respond'] = ({ run }) => (run === 0 ? [DONE, 19 * SECOND] : undefined);
		const { runs } = await simulate({ respond }, [{ items: 100 }, { items: 1_000 }]);
		expect(longest(runs.slice(1))).toBeLessThanOrEqual(19 * SECOND);
	});
});

describe('a login that hangs', () => {
	it.each([1, 100, 1_000, 10_000])(
		'ends a run of %i items in about three minutes',
		async (items) => {
			const seen = await simulate(hangingLogin(), [{ items }]);
			expect(lost(seen.runs)).toBe(items);
			expect(seen.endMs).toBeLessThanOrEqual(3.5 * MINUTE);
		},
	);

	it('ends ten executions in about three minutes', async () => {
		const runs = Array.from({ length: 10 }, () => ({ items: 50 }));
		const seen = await simulate(hangingLogin(), runs);
		expect(seen.endMs).toBeLessThanOrEqual(3.5 * MINUTE);
	});
});

/** A run with items that are always refused, beside occasional runs of one item. */
async function refusing(run: Run, isRefused: (item: number) => boolean, askedMs?: number) {
	const refuse: Service['refuse'] = ({ run: number, item }) =>
		number === 0 && isRefused(item) ? rateLimited(askedMs) : undefined;
	const starts = [100, 400, 1_300, 5_000, 20_000, 100_000];
	const small = starts.map((startMs) => ({ items: 1, startMs }));
	const alone = await simulate({}, [run]);
	const seen = await simulate({ refuse }, [run, ...small]);
	const [first, ...beside] = seen.runs;
	const others = first?.results.filter((_, item) => !isRefused(item)) ?? [];
	return {
		lost: first?.failed.filter((item) => !isRefused(item)).length,
		laterMs: Math.max(0, ...others.map(({ endMs }) => endMs)) - alone.endMs,
		endMs: first?.endMs ?? NaN,
		beside: { lost: lost(beside), longestMs: longest(beside) },
	};
}

describe('items that are always refused', () => {
	it.each<[string, Run, (item: number) => boolean, number]>([
		['one of 200', { items: 200 }, (item) => item === 5, 5 * SECOND],
		// Its order is kept for eight refusals.
		[
			'one of 200, Concurrency 1',
			{ items: 200, concurrency: 1 },
			(item) => item === 5,
			30 * SECOND,
		],
		['the first 60 of 200', { items: 200 }, (item) => item < 60, 5 * MINUTE],
		['every 2nd of 200', { items: 200 }, (item) => item % 2 === 1, 5 * MINUTE],
		['every 10th of 2,000', { items: 2_000 }, (item) => item % 10 === 3, 5 * MINUTE],
	])('lose no other one: %s', async (_, run, isRefused, maxLaterMs) => {
		const seen = await refusing(run, isRefused);
		expect(seen.lost).toBe(0);
		expect(seen.laterMs).toBeLessThanOrEqual(maxLaterMs);
		expect(seen.beside.lost).toBe(0);
		expect(seen.beside.longestMs).toBeLessThanOrEqual(3 * SECOND);
	});

	it('with a pause of a minute hold up the others for that minute', async () => {
		const seen = await refusing({ items: 2_001 }, (item) => item === 0, MINUTE);
		expect(seen.lost).toBe(0);
		expect(seen.laterMs).toBeLessThanOrEqual(MINUTE + 3 * SECOND);
		expect(seen.endMs).toBeLessThanOrEqual(6 * MINUTE);
		expect(seen.beside.lost).toBe(0);
		expect(seen.beside.longestMs).toBeLessThanOrEqual(MINUTE + AT_ONCE_MS);
	});

	it('with a pause of a day hold up no other one', async () => {
		const seen = await refusing({ items: 200 }, (item) => item === 5, 24 * HOUR);
		expect(seen.lost).toBe(0);
		expect(seen.endMs).toBeLessThanOrEqual(5 * SECOND);
		expect(seen.beside.longestMs).toBeLessThanOrEqual(3 * SECOND);
	});
});

describe('a daily quota', () => {
	it.each<[string, number | undefined, number]>([
		['without a Retry-After', undefined, 5 * MINUTE + 10 * SECOND],
		['with Retry-After 86400', 24 * HOUR, 10 * SECOND],
	])('%s ends the run, and each item quotes the service', async (_, askedMs, maxMs) => {
		let left = 100;
		const refuse = () => (left-- > 0 ? undefined : rateLimited(askedMs));
		const seen = await simulate({ refuse }, [{ items: 1_000 }]);
		expect(lost(seen.runs)).toBe(900);
		expect(seen.endMs).toBeLessThanOrEqual(maxMs);
		const outcomes = seen.runs.flatMap(({ results }) => results.map(({ outcome }) => outcome));
		const quoted = outcomes.map((one) => (one.kind === 'givenUp' ? one.last : one));
		expect(quoted.filter(({ kind }) => kind === 'rateLimited')).toHaveLength(900);
	});
});

describe('a service that is down', () => {
	it.each<[string, Outcome, number, number]>([
		['cannot be reached', NOT_SENT, 1, 3],
		['does not accept a connection', NOT_SENT, 20 * SECOND, 3],
		['does not respond', HUNG, 20 * SECOND, 3],
		['is unavailable', UNAVAILABLE, 20 * SECOND, 3],
		['refuses everything', rateLimited(), 3, 5],
	])('and %s ends a run of 10,000 items within minutes', async (_, outcome, ms, minutes) => {
		const seen = await simulate({ respond: () => [outcome, ms] }, [{ items: 10_000 }]);
		expect(lost(seen.runs)).toBe(10_000);
		expect(seen.endMs).toBeLessThanOrEqual((minutes + 0.5) * MINUTE);
		expect(seen.requests).toBeLessThanOrEqual(10_000);
	});

	it('holds a single item no longer than its own request', async () => {
		const outageMs = 30 * MINUTE;
		const respond: Service['respond'] = ({ ageMs }) => (ageMs < outageMs ? hanging() : undefined);
		const { runs } = await simulate({ respond }, stream(400, 5 * SECOND));
		expect(longest(runs)).toBeLessThanOrEqual(20 * SECOND);
		expect(lost(runs.slice((outageMs + 20 * SECOND) / (5 * SECOND)))).toBe(0);
	});

	it('costs a run that comes after it no item', async () => {
		const respond: Service['respond'] = ({ run }) => (run === 0 ? hanging() : undefined);
		const later = { items: 500, startMs: HOUR };
		const { runs } = await simulate({ respond }, [{ items: 100 }, later]);
		expect(runs.map(({ failed }) => failed.length)).toEqual([100, 0]);
	});
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
		expect(Math.abs(one - other)).toBeLessThan(0.1 * Math.max(one, other));
	});

	it('is not slowed down by random 503s for 5 % of 2,000 requests', async () => {
		const refuse: Service['refuse'] = ({ random }) => (random < 0.05 ? UNAVAILABLE : undefined);
		expect((await simulate({ refuse }, [{ items: 2_000 }])).endMs).toBeLessThanOrEqual(13 * SECOND);
	});
});

describe('an execution with Concurrency 1', () => {
	it('keeps its order when items are refused', async () => {
		const created: number[] = [];
		let requests = 0;
		const refuse: Service['refuse'] = ({ item }) => {
			if (++requests % 3 === 0) return rateLimited();
			created.push(item);
			return undefined;
		};
		await simulate({ refuse }, [{ items: 20, concurrency: 1 }]);
		expect(created).toEqual([...Array(20).keys()]);
	});
});
