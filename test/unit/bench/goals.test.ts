import { goals as createsGoals } from '../../../bench/nodes/creates/goals';
import { withRatios } from '../../../bench/nodes/creates/ratios';
import type { Timing } from '../../../bench/nodes/creates/row';
import { goals as growthGoals } from '../../../bench/nodes/growth/goals';
import type { Growing } from '../../../bench/nodes/growth/row';

function timing(changes: Partial<Timing>): Timing {
	return {
		...{ client: 'This node', settings: 'default', atOnce: 5, serviceMs: 50 },
		...{ items: 1_000, runs: 3, wallMs: 10_000, cpuMsPerItem: 1 },
		...changes,
	};
}

const TIMINGS = [
	timing({}),
	timing({ settings: 'concurrency 50', atOnce: 50, wallMs: 1_500 }),
	timing({ client: 'HTTP Request', settings: 'batched', atOnce: null, wallMs: 6_000 }),
	timing({ client: 'HTTP Request', atOnce: null, wallMs: 3_000 }),
	timing({ client: 'Wekan', atOnce: 1, wallMs: 55_000 }),
	timing({ client: 'undici', settings: 'alone', atOnce: 5, wallMs: 8_000 }),
	timing({ client: 'undici', settings: 'alone', atOnce: 50, items: 500, wallMs: 600 }),
	timing({ client: 'HTTP Request', atOnce: null, serviceMs: 0, wallMs: 1 }),
];

describe('the ratios of creates', () => {
	const [byDefault, fast, batched, http, wekan, undici] = withRatios(TIMINGS);

	it('are to undici with as many at once', () => {
		expect(byDefault?.ofUndici).toBe(1.25);
	});

	it('are of the time per item, whatever their number', () => {
		expect(fast?.ofUndici).toBe(1.25);
	});

	it('are to HTTP Request with its default settings, and to Wekan, at the same service time', () => {
		expect(fast).toMatchObject({ fasterThanHttpRequest: 2, fasterThanWekan: 36.67 });
		expect(batched?.fasterThanHttpRequest).toBe(0.5);
	});

	it('are not made with oneself, or where nothing is known', () => {
		expect(http).toMatchObject({ ofUndici: null, fasterThanHttpRequest: null });
		expect(wekan).toMatchObject({ ofUndici: null, fasterThanWekan: null });
		expect(undici?.ofUndici).toBeNull();
	});
});

describe('the goals of creates', () => {
	const met = (timings: Timing[]) => createsGoals(withRatios(timings)).map((goal) => goal.met);
	const slower = (wallMs: number) =>
		TIMINGS.map((one, index) => (index < 2 ? { ...one, wallMs: one.wallMs + wallMs } : one));

	it('are met at their very limits', () => {
		expect(createsGoals(withRatios(TIMINGS)).map(({ goal }) => goal)).toEqual([
			expect.stringContaining('5 at once, within 1.25×'),
			expect.stringContaining('50 at once, within 1.25×'),
			expect.stringContaining('at least 5× faster than the sequential peer'),
			expect.stringContaining('at least 2× faster than HTTP Request'),
		]);
		expect(met(TIMINGS)).toEqual([true, true, true, true]);
	});

	it('are missed by a little too much time', () => {
		expect(met(slower(100))).toEqual([false, false, true, false]);
		expect(met(slower(1_500))).toEqual([false, false, false, false]);
	});

	it('are missed when the peer was not measured', () => {
		expect(met(TIMINGS.slice(0, 1))).toEqual([false, false, false]);
	});
});

function growing(changes: Partial<Growing>): Growing {
	return {
		...{ client: 'This node', settings: 'default', serviceMs: 0, items: 100, runs: 1 },
		...{ msPerItem: 1, cpuMsPerItem: 1, memoryBeforeMb: 400, peakMemoryMb: 500 },
		...changes,
	};
}

describe('the goals of growth', () => {
	const rows = (msPerItem: number, peakMemoryMb: number) => [
		growing({ serviceMs: 50, items: 10_000, peakMemoryMb: 9_000 }),
		growing({}),
		growing({ items: 1_000, msPerItem: 3 }),
		growing({ items: 10_000, msPerItem, peakMemoryMb }),
		growing({ client: 'HTTP Request', items: 10_000, msPerItem: 9 }),
	];
	const met = (ms: number, mb: number) => growthGoals(rows(ms, mb)).map((goal) => goal.met);

	it.each([
		{ ms: 1.05, mb: 600, is: [true, true, true] },
		{ ms: 0.95, mb: 600, is: [true, true, true] },
		{ ms: 1.06, mb: 600, is: [true, false, true] },
		{ ms: 0.94, mb: 600, is: [true, false, true] },
		{ ms: 1, mb: 610, is: [true, true, false] },
	])('$ms ms an item and $mb MB at the end: $is', ({ ms, mb, is }) => {
		expect(met(ms, mb)).toEqual(is);
	});
});
