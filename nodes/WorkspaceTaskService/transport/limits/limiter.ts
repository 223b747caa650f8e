import type { Call } from '../../api/calls';
import { ExpiringMap } from '../../expiringMap';
import { Alarm, systemClock, type Clock } from '../../time/clock';
import type { Outcome } from '../outcome';
import { Endpoint } from './endpoint';

const MAX_ACCOUNTS = 1_000;

const limiters = new ExpiringMap<Limiter>(MAX_ACCOUNTS);

/** The limiter of an account, for all executions in this process. */
export function limiterFor(key: string, clock: Clock = systemClock): Limiter {
	const limiter = limiters.get(key) ?? new Limiter(clock);
	return limiters.set(key, limiter);
}

/**
 * Fair queueing: a free place goes to the execution with the fewest requests in flight, then to the
 * execution that sent longest ago. To choose costs time by executions, not by their items.
 */
export class Limiter {
	/** Those with something to send. */
	private readonly lines = new Set<Line>();
	private readonly endpoints = new Map<Call, Endpoint>();
	private readonly alarm: Alarm;
	private sends = 0;

	constructor(readonly clock: Clock) {
		this.alarm = new Alarm(clock, () => this.proceed());
	}

	openQueue(concurrency: number): ExecutionQueue {
		return new ExecutionQueue(this, concurrency);
	}

	endpointOf(call: Call): Endpoint {
		const endpoint = this.endpoints.get(call) ?? new Endpoint(this.clock);
		this.endpoints.set(call, endpoint);
		return endpoint;
	}

	add(line: Line): void {
		this.lines.add(line);
		this.proceed();
	}

	/** Starts whatever may be sent, and wakes up when the next request may. */
	proceed(): void {
		let next = this.choose();
		while (next.chosen !== undefined) {
			next.chosen.startNext(this.sends++);
			next = this.choose();
		}
		this.alarm.set(next.wakeAt);
	}

	private choose(): { chosen?: Line; wakeAt: number } {
		const now = this.clock.now();
		let chosen: Line | undefined;
		let wakeAt = Infinity;
		for (const line of this.lines) {
			if (line.isEmpty()) this.lines.delete(line);
			const sendableAt = line.sendableAt(now);
			if (sendableAt > now) {
				wakeAt = Math.min(wakeAt, sendableAt);
				continue;
			}
			const isBetter = chosen === undefined || line.comesBefore(chosen);
			if (isBetter && line.endpoint.hasPlaceFor(line)) chosen = line;
		}
		return { chosen, wakeAt };
	}
}

/** The requests of an execution. */
export class ExecutionQueue {
	/** How often a rate limit refused a request. */
	refusals = 0;
	private readonly lines = new Map<Call, Line>();

	constructor(
		private readonly limiter: Limiter,
		readonly concurrency: number,
	) {}

	lineTo(call: Call): Line {
		const line = this.lines.get(call) ?? new Line(this, this.limiter, call);
		this.lines.set(call, line);
		return line;
	}

	/** Counts what was sent and has not ended. */
	isFull(): boolean {
		let begun = 0;
		for (const line of this.lines.values()) begun += line.countBegun();
		return begun >= this.concurrency;
	}
}

/** A request that waits for its turn. */
interface Waiting {
	/** By the clock. */
	readyAt: number;
	start(unsent?: Outcome): void;
}

interface Entry {
	/** Ends the wait. */
	signal: AbortSignal;
	/** How long to wait at least. */
	waitMs: number;
	/** After a failure. The request keeps its place for Concurrency while it waits. */
	isRetry: boolean;
}

/** The requests of an execution to an endpoint: each enters, waits for its turn, is sent, and leaves. */
export class Line {
	readonly clock: Clock;
	readonly endpoint: Endpoint;
	inFlight = 0;
	/** In the order in which they are ready. */
	private readonly waiting: Waiting[] = [];
	private readonly retries: Waiting[] = [];
	/** The number in the account of the last request; -1 before the first. */
	private lastSend = -1;

	constructor(
		private readonly queue: ExecutionQueue,
		private readonly limiter: Limiter,
		call: Call,
	) {
		this.clock = limiter.clock;
		this.endpoint = limiter.endpointOf(call);
	}

	/**
	 * Waits until a request may be sent. Then it must leave. If it is to be sent again, it enters again
	 * before it leaves.
	 * @returns how the request ends if its endpoint is given up
	 * @throws the reason of the signal
	 */
	async enter({ signal, waitMs, isRetry }: Entry): Promise<Outcome | undefined> {
		signal.throwIfAborted();
		const givenUp = this.endpoint.breaker.givenUpFor(this);
		if (givenUp !== undefined) return givenUp;
		const list = isRetry ? this.retries : this.waiting;
		const readyAt = this.clock.now() + waitMs;
		return await new Promise((resolve, reject) => {
			const end = () => {
				list.splice(list.indexOf(waiting), 1);
				reject(signal.reason);
				this.limiter.proceed();
			};
			const start = (unsent?: Outcome) => {
				signal.removeEventListener('abort', end);
				resolve(unsent);
			};
			const waiting = { readyAt, start };
			signal.addEventListener('abort', end, { once: true });
			insert(list, waiting);
			this.limiter.add(this);
		});
	}

	/**
	 * Right before a request is sent: a pause may have begun since its turn did.
	 * @returns how the request ends if its endpoint is given up meanwhile
	 * @throws the reason of the signal
	 */
	async waitForPause(signal: AbortSignal): Promise<Outcome | undefined> {
		const { clock } = this;
		const { pause, breaker } = this.endpoint;
		while (clock.now() < pause.until) {
			await clock.wait(pause.until - clock.now(), signal);
		}
		signal.throwIfAborted();
		return breaker.givenUpFor(this);
	}

	/** As soon as a request has ended, before anything is written about it. */
	learn(outcome: Outcome, sent: { sentAt: number; isAlone: boolean }): void {
		if (outcome.kind === 'rateLimited') this.queue.refusals += 1;
		this.endpoint.learn(outcome, { ...sent, execution: this });
		this.endGivenUp();
	}

	/** Other requests are sent at once after a success. A failure first lets its item end the run. */
	leave(outcome?: Outcome): void {
		const leaveNow = () => {
			this.inFlight -= 1;
			this.endpoint.inFlight -= 1;
			this.limiter.proceed();
		};
		if (outcome?.kind === 'done') leaveNow();
		else void this.clock.wait(0).then(leaveNow);
	}

	isEmpty(): boolean {
		return this.waiting.length + this.retries.length === 0;
	}

	countBegun(): number {
		return this.inFlight + this.retries.length;
	}

	comesBefore(other: Line): boolean {
		if (this.inFlight !== other.inFlight) return this.inFlight < other.inFlight;
		return this.lastSend < other.lastSend;
	}

	/** When the next request may be sent; infinite if a request must leave first. */
	sendableAt(now: number): number {
		const [next] = this.nextList(now);
		return Math.max(next?.readyAt ?? Infinity, this.endpoint.pause.nextAt());
	}

	startNext(number: number): void {
		const next = this.nextList(this.clock.now()).shift();
		this.lastSend = number;
		this.inFlight += 1;
		this.endpoint.begin();
		next?.start();
	}

	/** What waits ends unsent if a request of this execution failed since the endpoint was given up. */
	endGivenUp(): void {
		const givenUp = this.endpoint.breaker.givenUpFor(this);
		if (givenUp === undefined) return;
		for (const { start } of [...this.retries.splice(0), ...this.waiting.splice(0)]) {
			start(givenUp);
		}
	}

	/** A retry that is ready goes first. */
	private nextList(now: number): Waiting[] {
		const [retry] = this.retries;
		const [first] = this.waiting;
		if (first === undefined || this.queue.isFull()) return this.retries;
		const isFirst = retry !== undefined && retry.readyAt <= Math.max(now, first.readyAt);
		return isFirst ? this.retries : this.waiting;
	}
}

function insert(list: Waiting[], waiting: Waiting): void {
	let index = list.length;
	while (Number(list[index - 1]?.readyAt) > waiting.readyAt) index -= 1;
	list.splice(index, 0, waiting);
}
