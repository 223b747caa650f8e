import { quantile } from 'simple-statistics';
import { call } from '../testkit/http/http';
import { thisNode, type Client } from './cases';
import type { BenchEnvironment } from './environment';
import { idealMs, type Limit } from './limit';
import { createTarget, prepare, Services } from './run';
import { round, type Row, type Section } from './section';
import type { Behavior, Stats } from './service';

const DELAY_MS = 50;
const WORKERS = 4;
const WORKER_ITEMS = 1_000;
const SHARED_ITEMS = 1_000;

const LIMITS: Array<{ requests: number; windowMs: number; items: number }> = [
	{ requests: 1, windowMs: 1_000, items: 30 },
	{ requests: 3, windowMs: 1_000, items: 60 },
	{ requests: 10, windowMs: 1_000, items: 150 },
	{ requests: 100, windowMs: 60_000, items: 300 },
];
const KINDS: Array<Limit['kind']> = ['fixed', 'sliding', 'bucket'];

interface LimitCase {
	name: string;
	behavior: Behavior;
	items: number;
	client?: Client;
	idealMs: (stats: Stats) => number;
}

/** Services that are slow or limit the rate. */
export const limits: Section = {
	async measure(environment) {
		const rows: Row[] = [];
		for (const one of workerCases()) rows.push(await measureCase(environment, one));
		rows.push(...(await twoExecutions(environment)));
		// They mostly wait, so they can run in parallel.
		const limited = rateLimitCases().map(async (one) => await measureCase(environment, one));
		return rows.concat(await Promise.all(limited));
	},
};

function workerCases(): LimitCase[] {
	const clients = {
		'This node': thisNode(),
		...Object.fromEntries(
			[4, 5, 8].map((most) => [`This node, at most ${most}`, thisNode({ concurrency: most })]),
		),
	};
	return Object.entries(clients).map(([name, client]) => ({
		name: `${name}, ${WORKERS} workers that queue`,
		client,
		behavior: { delayMs: DELAY_MS, workers: WORKERS },
		items: WORKER_ITEMS,
		idealMs: () => (WORKER_ITEMS / WORKERS) * DELAY_MS,
	}));
}

function rateLimitCases(): LimitCase[] {
	return LIMITS.flatMap(({ requests, windowMs, items }) =>
		KINDS.flatMap((kind) =>
			[true, false].map((sendsRetryAfter) => ({
				name: `${requests} per ${windowMs / 1_000} s, ${kind}, ${sendsRetryAfter ? 'with' : 'without'} Retry-After`,
				behavior: { delayMs: DELAY_MS, limit: { requests, windowMs, kind, sendsRetryAfter } },
				items,
				idealMs: ({ firstAt }) => idealMs({ requests, windowMs, kind }, items, firstAt) + DELAY_MS,
			})),
		),
	);
}

/** Throws if an item fails. */
async function measureCase(
	environment: BenchEnvironment,
	{ name, behavior, items, client = thisNode(), idealMs: ideal }: LimitCase,
): Promise<Row> {
	const services = new Services();
	try {
		const prepared = await prepare(environment, services, { name, client, behavior, items });
		const { wallMs } = await prepared.run();
		const stats = await statsOf(services, behavior);
		return rowOf(name, items, wallMs, ideal(stats), stats);
	} finally {
		await services.stop();
	}
}

async function twoExecutions(environment: BenchEnvironment): Promise<Row[]> {
	const services = new Services();
	const behavior = { delayMs: DELAY_MS };
	try {
		const account = await createTarget(environment, await services.start(behavior));
		const names = ['first', 'second'].map((which) => `Two executions at once: the ${which}`);
		const one = { client: thisNode(), behavior, items: SHARED_ITEMS };
		const prepared = await Promise.all(
			names.map(async (name) => await prepare(environment, services, { name, ...one }, account)),
		);
		const runs = await Promise.all(prepared.map(async ({ run }) => await run()));
		const stats = await statsOf(services, behavior);
		const bestMs = (2 * SHARED_ITEMS * DELAY_MS) / 50;
		return runs.map(({ wallMs }, index) =>
			rowOf(names[index] ?? '', SHARED_ITEMS, wallMs, bestMs, stats),
		);
	} finally {
		await services.stop();
	}
}

async function statsOf(services: Services, behavior: Behavior): Promise<Stats> {
	const { url } = await services.start(behavior);
	return (await call<Stats>('GET', `${url}/stats`)).body;
}

function rowOf(Case: string, Items: number, ms: number, idealMs: number, stats: Stats): Row {
	return {
		Case,
		Items,
		Seconds: round(ms / 1_000),
		'Ideal = 1': round(ms / idealMs, 2),
		'Refused, % of items': round((stats.refused / Items) * 100, 0),
		'Most in flight': stats.maxInFlight,
		'Latency p95, ms': round(quantile(stats.latenciesMs, 0.95), 0),
	};
}
