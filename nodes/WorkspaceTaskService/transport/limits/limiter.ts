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
	/** The queues with something to send. */
	private readonly queues = new Set<ExecutionQueue>();
	private readonly endpoints = new Map<Call, Endpoint>();
	private readonly alarm: Alarm;
	private sends = 0;

	constructor(readonly clock: Clock) {
		this.alarm = new Alarm(clock, () => this.proceed());
	}

	/** @param concurrency bounds what an execution has sent and has not ended */
	openQueue(concurrency: number): ExecutionQueue {
		return new ExecutionQueue(this, concurrency);
	}

	endpointOf(call: Call): Endpoint {
		const endpoint = this.endpoints.get(call) ?? new Endpoint(this.clock);
		this.endpoints.set(call, endpoint);
		return endpoint;
	}

	add(queue: ExecutionQueue): void {
		this.queues.add(queue);
		this.proceed();
	}

	/** Starts whatever may be sent, and wakes up when the next request may. */
	proceed(): void {
		let { chosen, wakeAt } = this.choose();
		while (chosen !== undefined) {
			chosen.queue.start(chosen.next, this.sends++);
			({ chosen, wakeAt } = this.choose());
		}
		this.alarm.set(wakeAt);
	}

	private choose(): { chosen?: Chosen; wakeAt: number } {
		const now = this.clock.now();
		let chosen: Chosen | undefined;
		let wakeAt = Infinity;
		for (const queue of this.queues) {
			const next = queue.next(now);
			if (next === undefined) {
				this.queues.delete(queue);
				continue;
			}
			const sendableAt = Math.max(next.readyAt, next.endpoint.pause.nextAt());
			if (sendableAt > now) {
				wakeAt = Math.min(wakeAt, sendableAt);
				continue;
			}
			const isBetter = chosen === undefined || queue.comesBefore(chosen.queue);
			if (isBetter && next.endpoint.hasPlaceFor(queue)) chosen = { queue, next };
		}
		return { chosen, wakeAt };
	}
}

interface Chosen {
	queue: ExecutionQueue;
	next: Waiting;
}

/** What enters a queue. */
interface Entry {
	endpoint: Endpoint;
	/** Ends the wait. */
	signal: AbortSignal;
	/** How long to wait at least. */
	waitMs: number;
	/** After a failure: it goes first, and keeps its place for Concurrency while it waits. */
	isRetry: boolean;
}

interface Waiting {
	list: Waiting[];
	endpoint: Endpoint;
	/** By the clock. */
	readyAt: number;
	start(unsent?: Outcome): void;
}

/** The requests of an execution. Each enters, waits for its turn, is sent, and leaves. */
export class ExecutionQueue {
	inFlight = 0;
	/** How often a rate limit refused a request. */
	refusals = 0;
	/** Both in the order in which they are ready. */
	private readonly waiting: Waiting[] = [];
	private readonly retries: Waiting[] = [];
	/** The number in the account of the last request; -1 before the first. */
	private lastSend = -1;

	constructor(
		readonly limiter: Limiter,
		readonly concurrency: number,
	) {}

	/**
	 * Waits until a request may be sent. Then it must leave. If it is to be sent again, it enters again
	 * before it leaves.
	 * @returns how the request ends if its endpoint is given up
	 * @throws the reason of the signal
	 */
	async enter({ endpoint, signal, waitMs, isRetry }: Entry): Promise<Outcome | undefined> {
		signal.throwIfAborted();
		const list = isRetry ? this.retries : this.waiting;
		const readyAt = this.limiter.clock.now() + waitMs;
		const turn = new Promise<Outcome | undefined>((resolve, reject) => {
			const end = () => {
				list.splice(list.indexOf(waiting), 1);
				reject(signal.reason);
				this.limiter.proceed();
			};
			const start = (unsent?: Outcome) => {
				signal.removeEventListener('abort', end);
				resolve(unsent);
			};
			const waiting = { list, endpoint, readyAt, start };
			signal.addEventListener('abort', end, { once: true });
			insert(list, waiting);
		});
		this.endGivenUp(endpoint);
		this.limiter.add(this);
		return await turn;
	}

	/** Other requests are sent at once after a success. After a failure, its item may first end the run. */
	leave(endpoint: Endpoint, outcome?: Outcome): void {
		const leaveNow = () => {
			this.inFlight -= 1;
			endpoint.inFlight -= 1;
			this.limiter.add(this);
		};
		if (outcome?.kind === 'done') leaveNow();
		else void this.limiter.clock.wait(0).then(leaveNow);
	}

	/** What waits ends unsent if a request of this execution failed since the endpoint was given up. */
	endGivenUp(endpoint: Endpoint): void {
		const givenUp = endpoint.breaker.givenUpFor(this);
		if (givenUp === undefined) return;
		for (const waiting of [...this.retries.splice(0), ...this.waiting.splice(0)]) {
			if (waiting.endpoint === endpoint) waiting.start(givenUp);
			else waiting.list.push(waiting);
		}
	}

	/** The request that goes next, which may not be ready. */
	next(now: number): Waiting | undefined {
		const [retry] = this.retries;
		const [first] = this.waiting;
		const isFull = this.inFlight + this.retries.length >= this.concurrency;
		if (first === undefined || isFull) return retry;
		const isFirst = retry !== undefined && retry.readyAt <= Math.max(now, first.readyAt);
		return isFirst ? retry : first;
	}

	start({ list, endpoint, start }: Waiting, number: number): void {
		list.shift();
		endpoint.begin();
		this.inFlight += 1;
		this.lastSend = number;
		start();
	}

	/** Whether this execution gets a free place rather than the other execution. */
	comesBefore(other: ExecutionQueue): boolean {
		if (this.inFlight !== other.inFlight) return this.inFlight < other.inFlight;
		return this.lastSend < other.lastSend;
	}
}

function insert(list: Waiting[], waiting: Waiting): void {
	let index = list.length;
	while (Number(list[index - 1]?.readyAt) > waiting.readyAt) index -= 1;
	list.splice(index, 0, waiting);
}
