import type { Clock } from '../../time/clock';
import { askedMsOf, type Outcome } from '../outcome';
import { MAX_WAIT_MS } from './pause';

/** After such a time without a success, an endpoint is given up. */
const FAILING_MS = 3 * 60_000;
const ONLY_LIMITED_MS = 5 * 60_000;
const ASKS_TOO_MUCH_MS = 3_000;
/** A longer time without requests does not count. */
const MAX_GAP_MS = 60_000;
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
export const asksTooMuch = (outcome: Outcome) => askedMsOf(outcome) > MAX_WAIT_MS;

/**
 * A circuit breaker: an endpoint works, is failing, or is given up. Once it is given up, each execution
 * may try with one request at a time until one fails. If the service asks for more than five minutes,
 * only one execution tries, after each five. Any success ends the state for all.
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
		const { outcome, execution } = failure;
		if (state.kind === 'givenUp') {
			state.failed.add(execution);
			this.state = { ...state, streak: { ...state.streak, last: outcome } };
			return state.streak.beganAt;
		}
		const streak = this.streakWith(failure);
		const failed = new WeakSet([execution]);
		this.state = isOver(streak) ? { kind: 'givenUp', failed, streak } : streak;
		return streak.beganAt;
	}

	private streakWith({ outcome, sentAt, pausedUntil }: Failure): Streak {
		const { state } = this;
		const now = this.clock.now();
		const isLimited = outcome.kind === 'rateLimited';
		const first: Streak = {
			kind: 'failing',
			beganAt: now,
			lastAt: now,
			isOnlyLimited: isLimited,
			last: outcome,
		};
		if (state.kind !== 'failing') return first;
		const namedMs = Math.min(askedMsOf(state.last), MAX_WAIT_MS);
		const quietFrom = Math.max(state.lastAt + namedMs, pausedUntil);
		const isAfterGap = sentAt > quietFrom + MAX_GAP_MS;
		if (isAfterGap) return first;
		const isOnlyLimited = isLimited && state.isOnlyLimited;
		return { ...first, beganAt: state.beganAt, isOnlyLimited };
	}
}

function isOver({ beganAt, lastAt, isOnlyLimited, last }: Streak): boolean {
	const failingMs = lastAt - beganAt;
	if (asksTooMuch(last)) return failingMs >= ASKS_TOO_MUCH_MS;
	return failingMs >= (isOnlyLimited ? ONLY_LIMITED_MS : FAILING_MS);
}
