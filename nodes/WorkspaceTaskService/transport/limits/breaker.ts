import type { Clock } from '../../time/clock';
import { askedMsOf, type Outcome } from '../outcome';

/** The longest pause, the patience of a request, and how long an endpoint fails until it is given up. */
export const MAX_WAIT_MS = 5 * 60_000;
/** An endpoint that asks for a pause of more than five minutes is given up after this time. */
const ASKS_TOO_MUCH_MS = 3_000;
/** A longer time in which nothing was sent ends a streak: a quiet hour proves nothing. */
const MAX_GAP_MS = 60_000;
/** Of the response that is remembered, for all executions. */
const MAX_CHARACTERS = 10_000;

/** Failures since the last success. */
interface Streak {
	since: number;
	lastAt: number;
	last: Outcome;
	/** Once the endpoint is given up: the executions whose request failed since then. */
	failed?: WeakSet<object>;
}

interface Failed {
	execution: object;
	sentAt: number;
	/** The end of the last pause. */
	pausedUntil: number;
}

/**
 * A circuit breaker. An endpoint works, is failing, or is given up: after five minutes without a success,
 * each execution may send a request at a time until its request fails. Any success makes the endpoint work
 * again, for all executions.
 */
export class Breaker {
	private streak?: Streak;

	constructor(private readonly clock: Clock) {}

	isFailing(): boolean {
		return this.streak !== undefined;
	}

	isGivenUp(): boolean {
		return this.streak?.failed !== undefined;
	}

	/** How the requests of an execution end; undefined if they may wait for their turn. */
	givenUpFor(execution: object): Outcome | undefined {
		const { streak } = this;
		return streak?.failed?.has(execution) ? { kind: 'givenUp', last: streak.last } : undefined;
	}

	/** @returns for how long a rate limit refused everything */
	pass(): number {
		const { streak } = this;
		this.streak = undefined;
		if (streak?.last.kind !== 'rateLimited' || streak.failed !== undefined) return 0;
		return streak.lastAt - streak.since;
	}

	/** @returns for how long the endpoint has been failing */
	fail(outcome: Outcome, { execution, sentAt, pausedUntil }: Failed): number {
		const now = this.clock.now();
		const { since, lastAt, failed } = this.streak ?? { since: now, lastAt: now };
		const isAfterGap = sentAt > Math.max(lastAt, pausedUntil) + MAX_GAP_MS;
		const failingMs = isAfterGap ? 0 : now - since;
		const maxMs = askedMsOf(outcome) > MAX_WAIT_MS ? ASKS_TOO_MUCH_MS : MAX_WAIT_MS;
		const isOver = failingMs >= maxMs;
		this.streak = {
			since: now - failingMs,
			lastAt: now,
			last: withShortText(outcome),
			failed: failed ?? (isOver ? new WeakSet() : undefined),
		};
		this.streak.failed?.add(execution);
		return failingMs;
	}
}

function withShortText(outcome: Outcome): Outcome {
	if (!('response' in outcome)) return outcome;
	const { response } = outcome;
	const text = response.text.slice(0, MAX_CHARACTERS);
	return { ...outcome, response: { ...response, text } };
}
