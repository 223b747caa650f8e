import type { Call } from '../../api/calls';
import { ExpiringMap } from '../../expiringMap';
import { systemClock, untilAborted, type Clock } from '../../time/clock';
import type { Outcome } from '../outcome';
import { Endpoint } from './endpoint';
import type { Patience } from './patience';

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
	/** The lines with something to send. */
	private readonly lines = new Set<Line>();
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

	add(lines: Iterable<Line>): void {
		for (const line of lines) this.lines.add(line);
		this.proceed();
	}

	/** Starts whatever may be sent, and wakes up when the next request may. */
	private proceed(): void {
		let { chosen, wakeAt } = this.choose();
		while (chosen !== undefined) {
			chosen.startFirst(this.sends++);
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

	private choose(): { chosen?: Line; wakeAt: number } {
		const now = this.clock.now();
		let chosen: Line | undefined;
		let wakeAt = Infinity;
		for (const line of this.lines) {
			const first = line.first();
			if (first === undefined) {
				this.lines.delete(line);
				continue;
			}
			if (chosen !== undefined && !line.execution.comesBefore(chosen.execution)) continue;
			const { endpoint } = line;
			const endsUnsent = line.unsentOutcome(first.patience) !== undefined;
			const startsAt = endsUnsent ? now : endpoint.nextAt(line);
			if (startsAt > now) wakeAt = Math.min(wakeAt, startsAt);
			else if (endsUnsent || endpoint.hasPlaceFor(line, first.patience.refusals)) chosen = line;
		}
		return { chosen, wakeAt };
	}
}

/** What enters a queue. */
interface Entry {
	endpoint: Endpoint;
	patience: Patience;
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

/** The requests of an execution to an endpoint. */
class Line {
	inFlight = 0;
	private readonly retries: Waiting[] = [];
	private readonly others: Waiting[] = [];

	constructor(
		readonly execution: ExecutionQueue,
		readonly endpoint: Endpoint,
	) {}

	push(waiting: Waiting): void {
		const list = waiting.isRetry ? this.retries : this.others;
		list.push(waiting);
	}

	/** The request that goes first, if Concurrency allows it. */
	first(): Waiting | undefined {
		for (const list of [this.retries, this.others]) {
			while (list[0]?.signal.aborted) list.shift();
		}
		return this.retries[0] ?? (this.execution.isFull() ? undefined : this.others[0]);
	}

	startFirst(number: number): void {
		const first = this.retries.shift() ?? this.others.shift();
		if (first === undefined) return;
		const unsent = this.unsentOutcome(first.patience);
		this.inFlight += 1;
		this.execution.begin(number);
		this.endpoint.begin();
		first.start(unsent);
	}

	/** How a request ends without being sent; undefined if it may wait for its turn. */
	unsentOutcome(patience: Patience): Outcome | undefined {
		const { breaker } = this.endpoint;
		return (
			breaker.givenUpFor(this.execution) ?? (patience.isInVain() ? breaker.givenUp() : undefined)
		);
	}
}

/** The requests of an execution. Each enters, waits for its turn, is sent, and leaves. */
export class ExecutionQueue {
	inFlight = 0;
	/** How often a rate limit refused a request. */
	refusals = 0;
	/** A line for each endpoint: what may not be sent holds up nothing that may. */
	private readonly lines = new Map<Endpoint, Line>();
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
		const { endpoint, patience, signal, waitMs, isRetry } = entry;
		const { clock } = this.limiter;
		const line = this.lineOf(endpoint);
		const readyAt = clock.now() + waitMs;
		if (isRetry) this.retries += 1;
		try {
			while (clock.now() < readyAt && line.unsentOutcome(patience) === undefined) {
				await clock.wait(Math.min(readyAt - clock.now(), LOOK_MS), signal);
			}
			const started = new Promise<Outcome | undefined>((start) => {
				line.push({ ...entry, start });
			});
			this.proceed();
			return await untilAborted(signal, started);
		} finally {
			if (isRetry) this.retries -= 1;
			if (isRetry || signal.aborted) this.proceed();
		}
	}

	/** Other requests are sent at once after a success. After a failure, its item may first end the run. */
	async leave(endpoint: Endpoint, outcome?: Outcome): Promise<void> {
		if (outcome?.kind !== 'done') await this.limiter.clock.wait(0);
		this.inFlight -= 1;
		this.lineOf(endpoint).inFlight -= 1;
		endpoint.inFlight -= 1;
		this.proceed();
	}

	/** Sends what may be sent now, and ends what waits for an endpoint that was given up. */
	proceed(): void {
		this.limiter.add(this.lines.values());
	}

	begin(number: number): void {
		this.inFlight += 1;
		this.lastSend = number;
	}

	isFull(): boolean {
		return this.inFlight + this.retries >= this.concurrency;
	}

	/** Whether this execution gets a free place rather than the other execution. */
	comesBefore(other: ExecutionQueue): boolean {
		if (this.inFlight !== other.inFlight) return this.inFlight < other.inFlight;
		return this.lastSend < other.lastSend;
	}

	private lineOf(endpoint: Endpoint): Line {
		const line = this.lines.get(endpoint) ?? new Line(this, endpoint);
		this.lines.set(endpoint, line);
		return line;
	}
}
