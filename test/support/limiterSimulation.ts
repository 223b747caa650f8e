import { waitBeforeRetry } from '../../nodes/WorkspaceTaskService/transport/retry';
import { Limiter } from '../../nodes/WorkspaceTaskService/transport/limits/limiter';
import type { Outcome } from '../../nodes/WorkspaceTaskService/transport/outcome';
import type { Limit } from './rateLimit';
import { VirtualClock } from './virtualClock';

export const response = { status: 201, headers: {}, text: '', at: 0 };
export const DONE: Outcome = { kind: 'done', response, body: {} };
export const rateLimited = (askedMs?: number): Outcome => ({
	kind: 'rateLimited',
	response: { ...response, status: 429 },
	retryAt: askedMs,
});
export const UNAVAILABLE: Outcome = {
	kind: 'serverError',
	response: { ...response, status: 503 },
};
export const ERROR: Outcome = { kind: 'serverError', response: { ...response, status: 500 } };
export const NOT_SENT: Outcome = { kind: 'notSent', cause: { message: '', hint: '' } };
export const HUNG: Outcome = { kind: 'noResponse', cause: { message: '', hint: '' } };

/** What Retry-After asks for if the limit allows the next request in `waitMs`. */
export const RETRY_AFTER = {
	exact: (waitMs: number) => waitMs,
	'in whole seconds': (waitMs: number) => Math.ceil(waitMs / 1_000) * 1_000,
	missing: () => undefined,
};

/** A service with nothing but a limit. */
export const limited = (limit: Limit, retryAfter: keyof typeof RETRY_AFTER): Service => ({
	refuse: (_request, now) => {
		const backAt = limit(now);
		return backAt === undefined ? undefined : rateLimited(RETRY_AFTER[retryAfter](backAt - now));
	},
});

/** Logins that hang: all items that need one wait for the one in flight. */
export function hangingLogin(): Service {
	const outcome: Outcome = NOT_SENT;
	let endsAt = -Infinity;
	return {
		respond: (_request, now) => {
			if (now >= endsAt) endsAt = now + LOGIN_TIMEOUT_MS;
			return [outcome, endsAt - now];
		},
	};
}

/** One execution after the other. */
export const stream = (count: number, everyMs: number, run: Partial<Run> = {}): Run[] =>
	Array.from({ length: count }, (_, number) => ({
		items: 1,
		...run,
		startMs: (run.startMs ?? 0) + number * everyMs,
	}));

interface Request {
	run: number;
	item: number;
	endpoint: string;
	process: number;
	/** Since the first run began. */
	ageMs: number;
	/** From 0 up to 1. */
	random: number;
}

export interface Service {
	/** Undefined if it accepts the request. */
	refuse?: (request: Request, now: number) => Outcome | undefined;
	/** The response, and how long it takes; undefined for what the others say. */
	respond?: (request: Request, now: number) => readonly [Outcome, number] | undefined;
}

export interface Run {
	items: number;
	concurrency?: number;
	startMs?: number;
	/** Which process of n8n it belongs to: each has its own limiter. */
	process?: number;
	endpoint?: string;
}

const LATENCY_MS = 50;
const REFUSAL_MS = 3;
const MAX_RETRIES = 4;
const LOGIN_TIMEOUT_MS = 15_000;
/** Items that an execution starts at a time. */
const MAX_STARTED = 1_000;

/** The item loops of n8n executions, in one or more processes, against one service. */
export async function simulate(service: Service, runs: Run[], { seed = 1 } = {}) {
	const clock = new VirtualClock(seed);
	const startedAt = clock.now();
	const seen = { requests: 0, refused: 0, inFlight: 0, maxInFlight: 0 };
	const limiters = new Map<number, Limiter>();

	const retries = () => {
		let failures = 0;
		return ({ kind }: Outcome) =>
			failures < MAX_RETRIES
				? waitBeforeRetry({ method: 'POST', kind }, failures++, clock.random())
				: undefined;
	};
	const respond = async (run: number, item: number): Promise<Outcome> => {
		const ageMs = clock.now() - startedAt;
		const { endpoint = 'tasks', process = 0 } = runs[run] ?? {};
		const request = { run, item, endpoint, process, ageMs, random: clock.random() };
		const refusal = service.refuse?.(request, clock.now());
		const refused = refusal && ([refusal, REFUSAL_MS] as const);
		const [outcome, ms] = service.respond?.(request, clock.now()) ??
			refused ?? [DONE, LATENCY_MS * (1 + request.random / 10)];
		seen.requests += 1;
		seen.maxInFlight = Math.max(seen.maxInFlight, ++seen.inFlight);
		await clock.wait(ms);
		seen.inFlight -= 1;
		if (outcome.kind === 'rateLimited') seen.refused += 1;
		return outcome;
	};
	const execute = async (run: Run, number: number) => {
		const { items, concurrency = 50, startMs = 0, process = 0, endpoint = 'tasks' } = run;
		await clock.wait(startMs);
		const limiter = limiters.get(process) ?? new Limiter(clock);
		limiters.set(process, limiter);
		const { signal } = new AbortController();
		const queue = limiter.openQueue(concurrency, signal);
		const results: Array<{ outcome: Outcome; endMs: number }> = [];
		const indexes = Array(items).keys();
		const work = async () => {
			for (const item of indexes) {
				const send = async () => await respond(number, item);
				const outcome = await limiter.run(send, queue, { item, endpoint, retryIn: retries() });
				results[item] = { outcome, endMs: clock.now() - startedAt };
			}
		};
		// As the item loop does: with Concurrency 1, the next item waits for the one before it.
		const workers = Array.from(
			{ length: concurrency === 1 ? 1 : Math.min(items, MAX_STARTED) },
			work,
		);
		if (concurrency === 1) queue.onOftenRefused = () => void workers.push(work());
		for (const one of workers) await one;
		return { results, startMs };
	};
	const ended = Promise.all(runs.map(execute));
	await clock.runAll();
	const executed = (await ended).map(({ results, startMs }) => ({
		results,
		endMs: Math.max(...results.map(({ endMs }) => endMs)) - startMs,
		/** The items that were not done. */
		failed: results.flatMap(({ outcome }, item) => (outcome.kind === 'done' ? [] : [item])),
	}));
	return {
		...seen,
		runs: executed,
		endMs: Math.max(...executed.map(({ endMs }) => endMs)),
	};
}

/** How long a client takes that knows the limit and sends as early as possible. */
export function idealMs(limit: Limit, items: number): number {
	const start = new VirtualClock().time;
	let now = start;
	for (let done = 0; done < items;) {
		const backAt = limit(now);
		if (backAt === undefined) done += 1;
		else now = backAt;
	}
	return now - start + LATENCY_MS;
}
