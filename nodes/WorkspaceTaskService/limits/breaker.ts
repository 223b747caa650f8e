import { getAskedMs, type Outcome } from '../outcome';
import { ExpiringBoundedMap } from '../shared/boundedMap';
import type { Clock } from '../shared/clock';

/** The longest pause, the patience of a request, and how long an endpoint fails until it is given up. */
export const MAX_WAIT_MS = 5 * 60_000;
/** An endpoint that asks for a pause of more than five minutes is given up after this time. */
const ASKS_TOO_MUCH_MS = 3_000;
/**
 * After so many failures that say nothing about an item, its execution waits twice as long as everything has
 * been failing.
 */
const OUTAGE = { failures: 3, minMs: 250, maxMs: 30_000 };
/** A longer time in which nothing was sent ends a streak: a quiet hour proves nothing. */
const MAX_GAP_MS = 60_000;
const MAX_EXECUTIONS = 1_000;
/** Of the response that is remembered, for all executions. */
const MAX_REMEMBERED_CHARACTERS = 10_000;

/** Failures since the last success. */
interface Streak {
	since: number;
	lastAt: number;
	last: Outcome;
	isGivenUp: boolean;
	/** The runs whose request failed. */
	failed: WeakSet<SendingRun>;
	/** By the ID of the execution, which may run the node often, such as in a loop. */
	failuresByExecution: ExpiringBoundedMap<ExecutionFailures>;
}

/** A run of a node, which is part of an execution of n8n. */
export interface SendingRun {
	readonly executionId: string;
	/** Its requests to any endpoint. */
	readonly inFlight: number;
}

interface ExecutionFailures {
	/** How many requests failed in a way that says nothing about an item. */
	count: number;
	/** By the clock: nothing of the execution is sent before, and then one request at a time. */
	heldUntil?: number;
}

/** A request that was sent, with or without a response. */
export interface EndedRequest {
	run: SendingRun;
	sentAt: number;
	/** How many rate limits it met before. */
	rateLimits: number;
	/** The service limits this request and lets most others pass: then it pauses no other request. */
	isLimitedWhileMostPass: boolean;
}

/**
 * A circuit breaker. An endpoint works, is failing, or is given up: after five minutes without a success,
 * each run of a node may send a request at a time until its request fails. Any success makes the endpoint
 * work again, for all executions.
 */
export class Breaker {
	private streak?: Streak;

	constructor(private readonly clock: Clock) {}

	isFailing(): boolean {
		return this.streak !== undefined;
	}

	isGivenUp(): boolean {
		return this.streak?.isGivenUp === true;
	}

	/** Whether the requests of a run end without being sent. */
	isRunGivenUp(run: SendingRun): boolean {
		const { streak } = this;
		if (streak === undefined || !streak.failed.has(run)) return false;
		const endsAt = streak.since + MAX_WAIT_MS;
		// `recordFailure` cuts a hold to the five minutes. After such a hold, this run tries nothing more.
		const isHeldToTheEnd = this.getHoldEnd(run) === endsAt && this.clock.now() >= endsAt;
		return streak.isGivenUp || isHeldToTheEnd;
	}

	/** Undefined after a success. */
	getLastFailure(): Outcome | undefined {
		return this.streak?.last;
	}

	/** By the clock; undefined if there is no outage for the execution. */
	getHoldEnd({ executionId }: SendingRun): number | undefined {
		return this.streak?.failuresByExecution.get(executionId)?.heldUntil;
	}

	isOneAtATime(run: SendingRun): boolean {
		return this.isGivenUp() || this.getHoldEnd(run) !== undefined;
	}

	/** For how long nothing has passed a rate limit. */
	getRateLimitedMs(): number {
		const isRateLimited = this.streak?.last.kind === 'rateLimited' && !this.streak.isGivenUp;
		return isRateLimited ? this.getFailingMs() : 0;
	}

	/** For how long the endpoint has been failing. */
	getFailingMs(): number {
		return this.streak === undefined ? 0 : this.streak.lastAt - this.streak.since;
	}

	endStreak(): void {
		this.streak = undefined;
	}

	/** @param lastPauseEndedAt the end of the last pause */
	recordFailure(outcome: Outcome, { run, sentAt }: EndedRequest, lastPauseEndedAt: number): void {
		const now = this.clock.now();
		const before = this.streak ?? {
			since: now,
			lastAt: now,
			failed: new WeakSet<SendingRun>(),
			failuresByExecution: makeMemory(),
		};
		const isAfterGap = sentAt > Math.max(before.lastAt, lastPauseEndedAt) + MAX_GAP_MS;
		const since = isAfterGap ? now : before.since;
		const maxMs = getAskedMs(outcome) > MAX_WAIT_MS ? ASKS_TOO_MUCH_MS : MAX_WAIT_MS;
		const failuresByExecution = isAfterGap ? makeMemory() : before.failuresByExecution;
		let { count } = failuresByExecution.get(run.executionId) ?? { count: 0 };
		if (saysNothingAboutItem(outcome)) count += 1;
		const holdMs = Math.min(Math.max(2 * (now - since), OUTAGE.minMs), OUTAGE.maxMs);
		const heldUntil =
			count < OUTAGE.failures ? undefined : Math.min(now + holdMs, since + MAX_WAIT_MS);
		if (count > 0) failuresByExecution.set(run.executionId, { count, heldUntil });
		this.streak = {
			since,
			lastAt: now,
			last: shortenResponse(outcome),
			isGivenUp: this.isGivenUp() || now - since >= maxMs,
			failed: before.failed.add(run),
			failuresByExecution,
		};
	}
}

function makeMemory(): ExpiringBoundedMap<ExecutionFailures> {
	return new ExpiringBoundedMap(MAX_EXECUTIONS);
}

/** A failure that says nothing about an item: the service did not respond, or what is before it did. */
function saysNothingAboutItem(outcome: Outcome): boolean {
	if (outcome.kind === 'serverError') return outcome.response.status >= 502;
	return outcome.kind === 'noResponse' || outcome.kind === 'notSent';
}

function shortenResponse(outcome: Outcome): Outcome {
	if (!('response' in outcome)) return outcome;
	const { response } = outcome;
	const text = response.text.slice(0, MAX_REMEMBERED_CHARACTERS);
	return { ...outcome, response: { ...response, text } };
}
