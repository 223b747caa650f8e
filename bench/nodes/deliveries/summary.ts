import { median, percentile, rounded } from '../statistics';

/** What one load of deliveries came to. */
export interface Sample {
	latenciesMs: number[];
	/** Until the last answer. */
	elapsedMs: number;
	/** Until the last execution was over; until the last answer where nothing had to run. */
	untilEndMs: number;
	/** CPU time of n8n, until the last execution was over. */
	cpuMs: number;
}

const perSecond = (ms: number, { latenciesMs }: Sample) => (latenciesMs.length / ms) * 1_000;

/** The medians of several loads of equally many deliveries. */
export function summarize(samples: Sample[]) {
	const middle = (value: (sample: Sample) => number) => rounded(median(samples.map(value)), 1);
	return {
		deliveries: samples.reduce((sum, { latenciesMs }) => sum + latenciesMs.length, 0),
		acceptedPerSecond: middle((sample) => perSecond(sample.elapsedMs, sample)),
		finishedPerSecond: middle((sample) => perSecond(sample.untilEndMs, sample)),
		p50Ms: middle(({ latenciesMs }) => percentile(latenciesMs, 0.5)),
		p99Ms: middle(({ latenciesMs }) => percentile(latenciesMs, 0.99)),
		cpuMs: middle(({ cpuMs, latenciesMs }) => cpuMs / latenciesMs.length),
	};
}

const NOT_PACED = {
	pacedPerSecond: null,
	pacedDeliveries: null,
	pacedP50Ms: null,
	pacedP99Ms: null,
};

/** Percentiles of the deliveries of all loads together: those of a short load say little. */
export function latencies(pacedPerSecond: number, samples: Sample[] | undefined) {
	if (samples === undefined) return NOT_PACED;
	const all = samples.flatMap(({ latenciesMs }) => latenciesMs);
	return {
		pacedPerSecond,
		pacedDeliveries: all.length,
		pacedP50Ms: rounded(percentile(all, 0.5), 1),
		pacedP99Ms: rounded(percentile(all, 0.99), 1),
	};
}
