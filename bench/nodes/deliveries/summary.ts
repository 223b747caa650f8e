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

/** The medians of several loads of equally many deliveries. */
export function summarize(samples: Sample[]) {
	const middle = (value: (sample: Sample) => number) => median(samples.map(value));
	const perSecond = (ms: number, { latenciesMs }: Sample) => (latenciesMs.length / ms) * 1_000;
	return {
		deliveries: samples.reduce((sum, { latenciesMs }) => sum + latenciesMs.length, 0),
		acceptedPerSecond: rounded(
			middle((sample) => perSecond(sample.elapsedMs, sample)),
			1,
		),
		finishedPerSecond: rounded(
			middle((sample) => perSecond(sample.untilEndMs, sample)),
			1,
		),
		p50Ms: rounded(
			middle(({ latenciesMs }) => percentile(latenciesMs, 0.5)),
			1,
		),
		p99Ms: rounded(
			middle(({ latenciesMs }) => percentile(latenciesMs, 0.99)),
			1,
		),
		cpuMs: rounded(
			middle(({ cpuMs, latenciesMs }) => cpuMs / latenciesMs.length),
			1,
		),
	};
}

/** Percentiles of the deliveries of all loads together: those of a short load say little. */
export function latencies(samples: Sample[]) {
	const all = samples.flatMap(({ latenciesMs }) => latenciesMs);
	return {
		deliveries: all.length,
		p50Ms: rounded(percentile(all, 0.5), 1),
		p99Ms: rounded(percentile(all, 0.99), 1),
	};
}
