import { latencies, summarize, type Sample } from '../../../../bench/nodes/deliveries/summary';

/** Ten deliveries, the slowest of which was answered after ten times that. */
const load = (ms: number): Sample => ({
	latenciesMs: Array.from({ length: 10 }, (_, index) => (index + 1) * ms),
	elapsedMs: 100 * ms,
	untilEndMs: 200 * ms,
	cpuMs: 50 * ms,
});

describe('the summary of several loads', () => {
	it('counts all deliveries, and gives the middle one of the loads', () => {
		expect(summarize([load(1), load(100), load(2)])).toEqual({
			deliveries: 30,
			acceptedPerSecond: 50,
			finishedPerSecond: 25,
			p50Ms: 10,
			p99Ms: 20,
			cpuMs: 10,
		});
	});

	it('takes the percentiles of calm deliveries from all loads together', () => {
		expect(latencies(25, [load(1), load(10)])).toEqual({
			pacedPerSecond: 25,
			pacedDeliveries: 20,
			pacedP50Ms: 10,
			pacedP99Ms: 100,
		});
	});

	it('tells that nothing was calm', () => {
		expect(latencies(25, undefined)).toEqual({
			pacedPerSecond: null,
			pacedDeliveries: null,
			pacedP50Ms: null,
			pacedP99Ms: null,
		});
	});
});
