/* eslint-disable @n8n/community-nodes/no-restricted-globals -- tests run outside n8n */
import type { Clock } from '../../nodes/WorkspaceTaskService/transport/limits/clock';
import type { Account } from '../../nodes/WorkspaceTaskService/transport/login/account';
import { limiterOf } from '../../nodes/WorkspaceTaskService/transport/limits/accountLimiter';
import type { Outcome } from '../../nodes/WorkspaceTaskService/transport/outcome';
import { waitBeforeRetry } from '../../nodes/WorkspaceTaskService/transport/retry';

/** Time passes from event to event; nothing waits for real. Chance is the same in every run. */
export class VirtualClock implements Clock {
	constructor(private seed = 1) {}

	time = 60_000_000;
	private events: Array<{ at: number; run: () => void }> = [];

	now = () => this.time;

	random = () => (this.seed = (this.seed * 16_807) % 2_147_483_647) / 2_147_483_647;

	async wait(ms: number, signal: AbortSignal): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			const event = { at: this.time + ms, run: resolve };
			this.events.push(event);
			AbortSignal.any([signal]).addEventListener('abort', () => {
				this.events = this.events.filter((one) => one !== event);
				reject(signal.reason);
			});
		});
	}

	/** Until nothing waits any more. */
	async runAll(): Promise<void> {
		for (;;) {
			await new Promise(setImmediate);
			const next = this.events.reduce<(typeof this.events)[number] | undefined>(
				(first, one) => (first === undefined || one.at < first.at ? one : first),
				undefined,
			);
			if (next === undefined) return;
			this.events = this.events.filter((one) => one !== next);
			this.time = Math.max(this.time, next.at);
			next.run();
		}
	}
}

let accounts = 0;
export const newAccount = (id = '1', baseUrl = `https://${++accounts}.example.com`): Account => ({
	baseUrl,
	credential: { id, name: 'a', type: 't', data: {} },
	tokens: new Set(),
	accepted: new Set(),
	refusesFreshTokens: false,
	openedAt: 0,
	renewals: 0,
});

const response = { status: 201, headers: {}, text: '', at: 0 };
export const DONE: Outcome = { kind: 'done', response, body: {} };
export const rateLimited = (retryAt?: number): Outcome => ({
	kind: 'rateLimited',
	response,
	retryAt,
});

/** Undefined if a request at this time is accepted, else when to come back. */
export type Limit = (now: number) => number | undefined;

export const LIMITS = {
	'fixed window': (most: number, windowMs: number): Limit => {
		let [start, count] = [0, 0];
		return (now) => {
			if (now >= start + windowMs) [start, count] = [Math.floor(now / windowMs) * windowMs, 0];
			return ++count <= most ? undefined : start + windowMs;
		};
	},
	'sliding window': (most: number, windowMs: number): Limit => {
		let accepted: number[] = [];
		return (now) => {
			accepted = accepted.filter((at) => at > now - windowMs);
			if (accepted.length >= most) return (accepted[0] ?? 0) + windowMs;
			accepted.push(now);
			return undefined;
		};
	},
	'token bucket': (most: number, windowMs: number): Limit => {
		let [tokens, last] = [most, 0];
		const perMs = most / windowMs;
		return (now) => {
			tokens = Math.min(most, tokens + (last === 0 ? 0 : now - last) * perMs);
			last = now;
			if (tokens < 1 - 1e-9) return now + (1 - tokens) / perMs;
			tokens -= 1;
			return undefined;
		};
	},
};

/** A number is what random refusals ask for, in milliseconds. */
export type RetryAfter = 'exact' | 'whole seconds' | number;

interface Service {
	/** By how many milliseconds the run is old. */
	latencyMs: number | ((ageMs: number) => number);
	/** How many requests it works on at the same time; the others queue. */
	workers?: number;
	limit?: Limit;
	/** The share of requests that it refuses at random. */
	refusals?: number;
	retryAfter?: RetryAfter;
	/** When the first request is sent, within a window. */
	startMs?: number;
	/** Whether it answers 503 when the run is so old. */
	overload?: (ageMs: number) => boolean;
	/** How long n8n itself works on a request, and how long on something else now and then. */
	host?: { cpuMs: number; stallMs: number };
	/** Single requests before the run, and how often. */
	earlier?: number;
	/** Of chance. */
	seed?: number;
	everyMs?: number;
}

const UNAVAILABLE: Outcome = { kind: 'serverError', response: { ...response, status: 503 } };

function askedMs(retryAfter: RetryAfter, waitMs: number): number {
	if (typeof retryAfter === 'number') return retryAfter;
	return retryAfter === 'exact' ? waitMs : Math.ceil(waitMs / 1_000) * 1_000;
}

/** Sends the items of several executions of one account, each with `max` in flight at most. */
export async function simulate(service: Service, executions: number[], max = 50) {
	const clock = new VirtualClock(service.seed);
	clock.time += service.startMs ?? 0;
	const account = newAccount();
	const { signal } = new AbortController();
	const freeAt = Array.from({ length: service.workers ?? 0 }, () => 0);
	const seen = { refused: 0, inFlight: 0, mostInFlight: 0, pausedMs: 0 };
	const latencies: number[] = [];
	let startedAt = clock.now();
	let pausedUntil = 0;

	const busy = { until: 0, nextStall: 0 };
	const hostTime = () => {
		if (service.host === undefined) return 0;
		const now = clock.now();
		busy.until = Math.max(busy.until, now) + service.host.cpuMs;
		if (now > busy.nextStall) {
			busy.until += 2 * service.host.stallMs * clock.random();
			busy.nextStall = busy.until + 300 * clock.random();
		}
		return busy.until - now;
	};
	const serviceTime = () => {
		const { latencyMs: latency, workers } = service;
		const latencyMs = typeof latency === 'number' ? latency : latency(clock.now() - startedAt);
		if (workers === undefined) return latencyMs * (1 + clock.random() * 0.1);
		const worker = freeAt.indexOf(Math.min(...freeAt));
		freeAt[worker] = Math.max(freeAt[worker] ?? 0, clock.now()) + latencyMs;
		return freeAt[worker] - clock.now();
	};
	const refuse = (freeAgain = clock.now()): Outcome => {
		seen.refused += 1;
		if (service.retryAfter === undefined) return rateLimited();
		const until = clock.now() + askedMs(service.retryAfter, Math.max(freeAgain - clock.now(), 0));
		seen.pausedMs += Math.max(until - Math.max(pausedUntil, clock.now()), 0);
		pausedUntil = Math.max(pausedUntil, until);
		return rateLimited(until);
	};
	const send = async (): Promise<Outcome> => {
		const sentAt = clock.now();
		seen.mostInFlight = Math.max(seen.mostInFlight, ++seen.inFlight);
		const freeAgain = service.limit?.(sentAt);
		const isRefused = freeAgain !== undefined || clock.random() < (service.refusals ?? 0);
		await clock.wait(isRefused ? 3 : serviceTime(), signal);
		await clock.wait(hostTime(), signal);
		seen.inFlight -= 1;
		if (service.overload?.(sentAt - startedAt)) return UNAVAILABLE;
		if (isRefused) return refuse(freeAgain);
		latencies.push(clock.now() - sentAt);
		return DONE;
	};
	const perform = async () => {
		for (;;) {
			const outcome = await limiterOf(account, clock).run(send, signal, startedAt);
			if (['done', 'serverError'].includes(outcome.kind)) return;
			const wait = waitBeforeRetry('POST', outcome, 0, clock.now(), clock.random());
			if (wait === undefined) throw new Error(outcome.kind);
			await clock.wait(wait.ms, signal);
		}
	};
	const execute = async (items: number) => {
		let left = items;
		const work = async () => {
			while (left-- > 0) await perform();
		};
		await Promise.all(Array.from({ length: max }, work));
		return clock.now() - startedAt;
	};
	const run = async () => {
		for (let left = service.earlier ?? 0; left > 0; left--) {
			await perform();
			await clock.wait(service.everyMs ?? 0, signal);
		}
		startedAt = clock.now();
		return await Promise.all(executions.map(execute));
	};
	const ended = run();
	ended.catch(() => undefined);
	await clock.runAll();
	const finishedAt = await ended;
	const p95Ms = latencies.sort((a, b) => a - b)[Math.floor(latencies.length * 0.95)] ?? 0;
	return { ...seen, p95Ms, finishedAt, elapsedMs: Math.max(...finishedAt) };
}

/** How long a client would take that knows the limit and sends at the first possible moment. */
export function idealMs(limit: Limit, items: number, latencyMs: number, startMs = 0): number {
	const start = new VirtualClock().time + startMs;
	let now = start;
	for (let done = 0; done < items;) {
		const backAt = limit(now);
		if (backAt === undefined) done += 1;
		else now = backAt;
	}
	return now - start + latencyMs;
}
