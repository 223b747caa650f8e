import type { Clock } from '../../time/clock';
import { askedMsOf, type Outcome } from '../outcome';
import { MAX_WAIT_MS } from './pause';

/** After this time without a success, an endpoint is given up. */
const FAILING_MS = 3 * 60_000;
/** If every failure was a rate limit. */
const ONLY_LIMITED_MS = 5 * 60_000;
/** If the service asks for more than any item waits. */
const ASKS_TOO_MUCH_MS = 3_000;
/** A longer time without requests ends a streak: a quiet hour proves nothing. */
const MAX_GAP_MS = 60_000;
/** Of the response that is remembered, for all executions. */
const MAX_CHARACTERS = 10_000;
/** How many executions may try at a time whether an endpoint works again. */
const MAX_PROBES = 50;

/** What was sent, when, and by which execution. */
export interface Failure {
	outcome: Outcome;
	execution: object;
	sentAt: number;
	/** The end of the last pause. */
	pausedUntil: number;
}

/** Failures since the last success. */
interface Streak {
	kind: 'failing';
	beganAt: number;
	lastAt: number;
	isOnlyLimited: boolean;
	last: Outcome;
}

interface GivenUp {
	kind: 'givenUp';
	/** The executions whose request failed since then. */
	failed: WeakSet<object>;
	streak: Streak;
}

/** The service asks for more than any item waits. */
export function asksTooMuch(outcome: Outcome): boolean {
	return askedMsOf(outcome) > MAX_WAIT_MS;
}

/**
 * A circuit breaker. An endpoint has three states:
 * - It works. For example, after a success, and at the start.
 * - It is failing: since the last success, there were only failures. For example, the service restarts.
 * - It is given up: it has been failing for three minutes. For example, the service is down. Each
 *   execution may try with a request at a time until its request fails. If the service asks for
 *   more than five minutes, a single execution tries, every five minutes.
 * Any success makes it work again, for all executions.
 */
export class Breaker {
	private state: { kind: 'works' } | Streak | GivenUp = { kind: 'works' };

	constructor(private readonly clock: Clock) {}

	get isFailing(): boolean {
		return this.state.kind !== 'works';
	}

	get isGivenUp(): boolean {
		return this.state.kind === 'givenUp';
	}

	/** How the last request ended, if the endpoint is given up. */
	get lastBeforeGivenUp(): Outcome | undefined {
		return this.state.kind === 'givenUp' ? this.state.streak.last : undefined;
	}

	get probes(): number {
		const last = this.lastBeforeGivenUp;
		return last !== undefined && asksTooMuch(last) ? 1 : MAX_PROBES;
	}

	/** Whether the execution has tried since the endpoint was given up. */
	hasFailed(execution: object): boolean {
		return this.state.kind === 'givenUp' && this.state.failed.has(execution);
	}

	/** @returns for how long everything was refused until now, up to the last refusal */
	pass(): number {
		const { state } = this;
		this.state = { kind: 'works' };
		const isLimited = state.kind === 'failing' && state.last.kind === 'rateLimited';
		return isLimited ? state.lastAt - state.beganAt : 0;
	}

	/** @returns when the endpoint began to fail */
	fail(failure: Failure): number {
		const { state } = this;
		const { execution } = failure;
		const outcome = withShortText(failure.outcome);
		if (state.kind === 'givenUp') {
			state.failed.add(execution);
			this.state = { ...state, streak: { ...state.streak, last: outcome } };
			return state.streak.beganAt;
		}
		const streak = this.streakWith({ ...failure, outcome });
		const failed = new WeakSet([execution]);
		this.state = isOver(streak) ? { kind: 'givenUp', failed, streak } : streak;
		return streak.beganAt;
	}

	/** Continues the streak of failures, or begins a new streak. */
	private streakWith(failure: Failure): Streak {
		const { state } = this;
		const { outcome } = failure;
		const now = this.clock.now();
		const isLimited = outcome.kind === 'rateLimited';
		const first: Streak = {
			kind: 'failing',
			beganAt: now,
			lastAt: now,
			isOnlyLimited: isLimited,
			last: outcome,
		};
		if (state.kind !== 'failing' || isAfterGap(state, failure)) return first;
		const isOnlyLimited = isLimited && state.isOnlyLimited;
		return { ...first, beganAt: state.beganAt, isOnlyLimited };
	}
}

function withShortText(outcome: Outcome): Outcome {
	if (!('response' in outcome)) return outcome;
	const { response } = outcome;
	const text = response.text.slice(0, MAX_CHARACTERS);
	return { ...outcome, response: { ...response, text } };
}

/** The request was sent more than a minute after the last failure and the end of its pause. */
function isAfterGap(streak: Streak, { sentAt, pausedUntil }: Failure): boolean {
	const askedMs = Math.min(askedMsOf(streak.last), MAX_WAIT_MS);
	const quietFrom = Math.max(streak.lastAt + askedMs, pausedUntil);
	return sentAt > quietFrom + MAX_GAP_MS;
}

/** The streak has lasted so long that the endpoint is given up. */
function isOver({ beganAt, lastAt, isOnlyLimited, last }: Streak): boolean {
	const failingMs = lastAt - beganAt;
	if (asksTooMuch(last)) return failingMs >= ASKS_TOO_MUCH_MS;
	return failingMs >= (isOnlyLimited ? ONLY_LIMITED_MS : FAILING_MS);
}
