import type { Call } from '../../api/calls';
import { ExpiringMap } from '../../expiringMap';
import { systemClock, untilAborted, type Clock } from '../../time/clock';
import type { Outcome } from '../outcome';
import { Endpoint } from './endpoint';

const MAX_ACCOUNTS = 1_000;
/** How soon a request that waits before a retry ends after its endpoint is given up. */
const LOOK_MS = 1_000;

const limiters = new ExpiringMap<Limiter>(MAX_ACCOUNTS);

/** The limiter of an account, for all executions in this process. */
export function limiterFor(key: string, clock: Clock = systemClock): Limiter {
	const limiter = limiters.get(key) ?? new Limiter(clock);
	return limiters.set(key, limiter);
}

/**
 * Fair queueing: a free place goes to the execution with the fewest requests in flight, then to the
 * execution that sent longest ago. Choosing takes time proportional to the executions, not to their items.
 */
export class Limiter {
	/** The queues with something to send. */
	private readonly queues = new Set<ExecutionQueue>();
	private readonly endpoints = new Map<Call, Endpoint>();
	private alarm = new AbortController();
	private sends = 0;

	constructor(readonly clock: Clock) {}

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
	private proceed(): void {
		let { chosen, wakeAt } = this.choose();
		while (chosen !== undefined) {
			chosen.startNext(this.sends++);
			({ chosen, wakeAt } = this.choose());
		}
		// The stack of an AbortError would hold what set the alarm, such as an item.
		this.alarm.abort('set again');
		if (wakeAt === Infinity) return;
		this.alarm = new AbortController();
		const wake = this.clock.wait(wakeAt - this.clock.now(), this.alarm.signal);
		void wake.then(
			() => this.proceed(),
			() => {},
		);
	}

	private choose(): { chosen?: ExecutionQueue; wakeAt: number } {
		const now = this.clock.now();
		let chosen: ExecutionQueue | undefined;
		let wakeAt = Infinity;
		for (const queue of this.queues) {
			const next = queue.next();
			if (next === undefined) {
				this.queues.delete(queue);
				continue;
			}
			if (chosen !== undefined && !queue.comesBefore(chosen)) continue;
			const { endpoint } = next;
			const endsUnsent = endpoint.breaker.givenUpFor(queue) !== undefined;
			const startsAt = endsUnsent ? now : endpoint.pause.nextAt();
			if (startsAt > now) wakeAt = Math.min(wakeAt, startsAt);
			else if (endsUnsent || endpoint.hasPlaceFor(queue)) chosen = queue;
		}
		return { chosen, wakeAt };
	}
}

/** What enters a queue. */
interface Entry {
	endpoint: Endpoint;
	/** Ends the wait. */
	signal: AbortSignal;
	/** How long to wait at least. */
	waitMs: number;
	/** After a failure: it goes first, behind earlier retries, and keeps its place for Concurrency while it waits. */
	isRetry: boolean;
}

interface Waiting extends Entry {
	start(unsent?: Outcome): void;
}

/** The requests of an execution. Each enters, waits for its turn, is sent, and leaves. */
export class ExecutionQueue {
	inFlight = 0;
	/** How often a rate limit refused a request. */
	refusals = 0;
	private readonly waiting: Waiting[] = [];
	/** How many are to be sent again after a failure. */
	private retries = 0;
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
	async enter(entry: Entry): Promise<Outcome | undefined> {
		const { endpoint, signal, waitMs, isRetry } = entry;
		const { clock } = this.limiter;
		const readyAt = clock.now() + waitMs;
		if (isRetry) this.retries += 1;
		try {
			while (clock.now() < readyAt && endpoint.breaker.givenUpFor(this) === undefined) {
				await clock.wait(Math.min(readyAt - clock.now(), LOOK_MS), signal);
			}
			const started = new Promise<Outcome | undefined>((start) => {
				const before = isRetry ? this.waiting.filter((other) => other.isRetry) : this.waiting;
				this.waiting.splice(before.length, 0, { ...entry, start });
			});
			this.limiter.add(this);
			return await untilAborted(signal, started);
		} finally {
			if (isRetry) this.retries -= 1;
			if (isRetry || signal.aborted) this.limiter.add(this);
		}
	}

	/** Other requests are sent at once after a success. After a failure, its item may first end the run. */
	async leave(endpoint: Endpoint, outcome?: Outcome): Promise<void> {
		if (outcome?.kind !== 'done') await this.limiter.clock.wait(0);
		this.inFlight -= 1;
		endpoint.inFlight -= 1;
		this.limiter.add(this);
	}

	/** The request that goes next, if Concurrency allows it. */
	next(): Waiting | undefined {
		while (this.waiting[0]?.signal.aborted) this.waiting.shift();
		const [first] = this.waiting;
		const isFull = this.inFlight + this.retries >= this.concurrency;
		return isFull && !first?.isRetry ? undefined : first;
	}

	startNext(number: number): void {
		const next = this.waiting.shift();
		if (next === undefined) return;
		this.inFlight += 1;
		this.lastSend = number;
		next.endpoint.begin();
		next.start(next.endpoint.breaker.givenUpFor(this));
	}

	/** Whether this execution gets a free place rather than the other execution. */
	comesBefore(other: ExecutionQueue): boolean {
		if (this.inFlight !== other.inFlight) return this.inFlight < other.inFlight;
		return this.lastSend < other.lastSend;
	}
}
