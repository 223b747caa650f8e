import { createLimiter, idealMs, type Limit } from '../../../../tools/bench/limit';

const waits = (kind: Limit['kind'], times: number[]) =>
	times.map(createLimiter({ requests: 2, windowMs: 1_000, kind }));

describe('the rate limit of the benchmark service', () => {
	it('resets with each fixed window', () => {
		expect(waits('fixed', [800, 900, 950, 1_000, 1_100, 1_200])).toEqual([0, 0, 50, 0, 0, 800]);
	});

	it('allows a request when the oldest one leaves a sliding window', () => {
		expect(waits('sliding', [800, 900, 1_000, 1_800, 1_850, 1_900])).toEqual([0, 0, 800, 0, 50, 0]);
	});

	it('refills a bucket steadily', () => {
		expect(waits('bucket', [0, 0, 100, 500, 600, 5_000])).toEqual([0, 0, 400, 0, 400, 0]);
	});

	it.each<[Limit['kind'], number]>([
		['fixed', 1_200],
		['sliding', 2_000],
		['bucket', 1_500],
	])('allows five requests with a %s limit in %i ms at best', (kind, ms) => {
		expect(idealMs({ requests: 2, windowMs: 1_000, kind }, 5, 800)).toBe(ms);
	});
});
