import type { GivenUpOutcome, Outcome } from '../outcome';
import type { Call } from '../service/calls';
import { ExpiringBoundedMap } from '../shared/boundedMap';
import { systemClock, awaitUnlessAborted, type Clock } from '../shared/clock';
import type { SendingRun } from './breaker';
import { Endpoint } from './endpoint';
import type { Patience } from './patience';

const MAX_LIMITERS = 1_000;
/** How soon a request that waits before a retry ends after its endpoint is given up. */
const CHECK_INTERVAL_MS = 1_000;

const limiters = new ExpiringBoundedMap<Limiter>(MAX_LIMITERS);

/** The limiter of an account, for all executions in this process. */
export function getLimiter(key: string, clock: Clock = systemClock): Limiter {
	const limiter = limiters.get(key) ?? new Limiter(clock);
	return limiters.set(key, limiter);
}

/**
 * Fair queueing: a free slot goes to the run with the fewest requests in flight, then to the run that sent
 * longest ago. Choosing takes time proportional to the runs, not to their items.
 */
export class Limiter {
	/** The lines with something to send. */
	private readonly lines = new Set<Line>();
	private readonly endpoints = new Map<Call, Endpoint>();
	private alarm = new AbortController();
	private sends = 0;
	private runs = 0;

	constructor(readonly clock: Clock) {}

	/**
	 * Begins a run of a node.
	 * @param concurrency bounds what the run has sent and has not ended
	 * @param executionId of n8n; without it, the run is an execution of its own
	 */
	limitRun(concurrency: number, executionId = `run ${this.runs++}`): LimitedRun {
		return new LimitedRun(this, concurrency, executionId);
	}

	getEndpoint(call: Call): Endpoint {
		const endpoint = this.endpoints.get(call) ?? new Endpoint(this.clock);
		this.endpoints.set(call, endpoint);
		return endpoint;
	}

	/** Also with a line that has something to send now. */
	addLineAndStartRequests(line: Line): void {
		this.lines.add(line);
		this.startAllowedRequests();
	}

	/** Starts whatever may be sent, ends what waits in vain, and wakes up when the next may be sent. */
	startAllowedRequests(): void {
		for (;;) {
			this.removeEmptyLines();
			const { chosen, wakeAt } = this.chooseNextLine();
			if (chosen === undefined) return this.setAlarm(wakeAt);
			chosen.startNextRequest(this.sends++);
		}
	}

	/** @param wakeAt by the clock; Infinity if nothing waits for a time */
	private setAlarm(wakeAt: number): void {
		// The stack of an AbortError would hold what set the alarm, such as an item.
		this.alarm.abort('set again');
		if (wakeAt === Infinity) return;
		this.alarm = new AbortController();
		const wake = this.clock.wait(wakeAt - this.clock.now(), this.alarm.signal);
		void wake.then(
			() => this.startAllowedRequests(),
			() => {},
		);
	}

	private removeEmptyLines(): void {
		for (const line of this.lines) {
			line.dropAborted();
			if (line.getHead() === undefined) this.lines.delete(line);
		}
	}

	/** The line whose request is sent now; else when a request may be sent. */
	private chooseNextLine(): { chosen?: Line; wakeAt: number } {
		const now = this.clock.now();
		let chosen: Line | undefined;
		let wakeAt = Infinity;
		for (const line of this.lines) {
			const { endpoint, run } = line;
			const head = line.getHead();
			if (head === undefined || !run.isWithinConcurrency(head)) continue;
			if (chosen !== undefined && !run.goesBefore(chosen.run)) continue;
			const endsUnsent = line.findGivenUpOutcome(head.patience) !== undefined;
			const startsAt = endsUnsent ? now : endpoint.getSendTime(run);
			if (startsAt > now) wakeAt = Math.min(wakeAt, startsAt);
			else if (endsUnsent || endpoint.hasFreeSlot(run, head.patience.rateLimits)) chosen = line;
		}
		return { chosen, wakeAt };
	}
}

/** What enters a line. */
export interface LineEntry {
	patience: Patience;
	/** Ends the wait. */
	signal: AbortSignal;
	/** How long to wait at least. */
	waitMs: number;
	/**
	 * A retry after a failure that was no rate limit: it goes first, after earlier retries, and counts for
	 * Concurrency while it waits.
	 */
	isAfterFailure: boolean;
}

interface WaitingRequest extends LineEntry {
	start(unsent?: GivenUpOutcome): void;
}

/** A run of a node, which has a line for each endpoint: what may not be sent holds up nothing that may. */
export class LimitedRun implements SendingRun {
	inFlight = 0;
	/** How many are to be sent again after a failure. */
	retries = 0;
	/** How many its requests have met. */
	rateLimits = 0;
	/** The number in the account of the last request; -1 before the first. */
	lastSend = -1;
	private readonly lines = new Map<Call, Line>();

	constructor(
		readonly limiter: Limiter,
		readonly concurrency: number,
		readonly executionId: string,
	) {}

	getLine(call: Call): Line {
		const line = this.lines.get(call) ?? new Line(this, this.limiter.getEndpoint(call));
		this.lines.set(call, line);
		return line;
	}

	/** A retry after a failure is counted already. */
	isWithinConcurrency({ isAfterFailure }: LineEntry): boolean {
		return isAfterFailure || this.inFlight + this.retries < this.concurrency;
	}

	/** Whether a free slot goes to this run rather than to the other run. */
	goesBefore(other: LimitedRun): boolean {
		if (this.inFlight !== other.inFlight) return this.inFlight < other.inFlight;
		return this.lastSend < other.lastSend;
	}
}

/** The requests of a run to an endpoint. Each enters, waits for a slot, is sent, and leaves. */
export class Line {
	private readonly waiting: WaitingRequest[] = [];

	constructor(
		readonly run: LimitedRun,
		readonly endpoint: Endpoint,
	) {}

	/**
	 * Waits until the request may be sent. Then it must leave. If it is to be sent again, it enters again
	 * before it leaves.
	 * @returns how the request ends if its endpoint is given up
	 * @throws the reason of the signal
	 */
	async enter(entry: LineEntry): Promise<GivenUpOutcome | undefined> {
		const { patience, signal, waitMs, isAfterFailure } = entry;
		const { run } = this;
		const { limiter } = run;
		const { clock } = limiter;
		const readyAt = clock.now() + waitMs;
		if (isAfterFailure) run.retries += 1;
		try {
			while (clock.now() < readyAt && this.findGivenUpOutcome(patience) === undefined) {
				await clock.wait(Math.min(readyAt - clock.now(), CHECK_INTERVAL_MS), signal);
			}
			const started = new Promise<GivenUpOutcome | undefined>((start) => {
				const index = isAfterFailure
					? this.waiting.findIndex((other) => !other.isAfterFailure)
					: -1;
				this.waiting.splice(index < 0 ? this.waiting.length : index, 0, { ...entry, start });
			});
			limiter.addLineAndStartRequests(this);
			return await awaitUnlessAborted(signal, started);
		} finally {
			if (isAfterFailure) run.retries -= 1;
			if (isAfterFailure || signal.aborted) limiter.startAllowedRequests();
		}
	}

	/** Other requests are sent at once after a success. After a failure, its item may first end the run. */
	async leave(outcome?: Outcome): Promise<void> {
		const { limiter } = this.run;
		if (outcome?.kind !== 'done') await limiter.clock.wait(0);
		this.run.inFlight -= 1;
		this.endpoint.inFlight -= 1;
		limiter.startAllowedRequests();
	}

	/** The request that is next, after `dropAborted`. */
	getHead(): WaitingRequest | undefined {
		return this.waiting[0];
	}

	/** From the head only: the requests after it are dropped when they are the head. */
	dropAborted(): void {
		while (this.waiting[0]?.signal.aborted) this.waiting.shift();
	}

	startNextRequest(sendNumber: number): void {
		const head = this.waiting.shift();
		if (head === undefined) return;
		const unsent = this.findGivenUpOutcome(head.patience);
		this.run.inFlight += 1;
		this.run.lastSend = sendNumber;
		this.endpoint.recordSend();
		head.start(unsent);
	}

	/** How a request ends without being sent; undefined if it may wait. */
	findGivenUpOutcome(patience: Patience): GivenUpOutcome | undefined {
		const { breaker } = this.endpoint;
		const last = breaker.getLastFailure();
		const isGivenUp = breaker.isRunGivenUp(this.run) || patience.hasWaitedInVain();
		return isGivenUp && last !== undefined ? { kind: 'givenUp', last } : undefined;
	}
}
