import type { Clock } from '../../time/clock';
import { askedMsOf, type Outcome } from '../outcome';
import { policyOf } from '../policy';
import { MAX_WAIT_MS, type Pause } from './pause';

const WINDOW = { first: 8, max: 50 };
/** After such a time without a success, an endpoint is given up. */
const FAILING_MS = 3 * 60_000;
const ASKS_TOO_MUCH_MS = 3_000;
/** A longer time without requests does not count. */
const MAX_GAP_MS = 60_000;

type State =
	| { kind: 'works' }
	/** Nothing has passed since. `at`: the last failure. */
	| { kind: 'failing'; since: number; at: number; isOnlyLimited: boolean; last: Outcome }
	/** `failed`: the executions whose request failed since it was given up. */
	| { kind: 'givenUp'; since: number; failed: WeakSet<Execution>; last: Outcome };

interface Execution {
	readonly inFlight: number;
}

interface Sent {
	/** Whether most of the others passed since it was refused: then it pauses nobody else. */
	readonly isAlone: boolean;
	readonly sentAt: number;
}

/**
 * What may be sent to one endpoint of an account. A window: additive increase, multiplicative
 * decrease. Pauses after rate limits: nothing is sent meanwhile. A circuit breaker: once it is given
 * up, each execution sends one request at a time until one fails, which ends what it has waiting.
 */
export class Endpoint {
	readonly counts = { passed: 0, refused: 0 };
	inFlight = 0;
	private state: State = { kind: 'works' };
	private size: number = WINDOW.first;
	private isFirstRise = true;
	private cutAt = -Infinity;

	constructor(
		private readonly clock: Clock,
		readonly pause: Pause,
	) {}

	get isFailing(): boolean {
		return this.state.kind !== 'works';
	}

	get isGivenUp(): boolean {
		return this.state.kind === 'givenUp';
	}

	/** An execution with nothing in flight may use twice the window: slow ones keep no other one out. */
	allows({ inFlight }: Execution): boolean {
		if (this.clock.now() < this.pause.nextAt) return false;
		if (this.state.kind === 'givenUp') return inFlight === 0 && this.inFlight < WINDOW.max;
		return this.inFlight < Math.floor(this.size) * (inFlight === 0 ? 2 : 1);
	}

	/** How what this execution has waiting ends unsent; undefined if it may wait. */
	givenUpFor(execution: Execution): Outcome | undefined {
		const { state } = this;
		if (state.kind !== 'givenUp') return undefined;
		const isOver =
			state.failed.has(execution) || (execution.inFlight === 0 && !this.allows(execution));
		return isOver ? { kind: 'givenUp', last: state.last } : undefined;
	}

	learn(outcome: Outcome, execution: Execution, sent: Sent): void {
		const { works } = policyOf(outcome);
		if (works === true) this.pass();
		if (works !== false) return;
		const isLimit = outcome.kind === 'rateLimited';
		const is503 = outcome.kind === 'serverError' && outcome.response.status === 503;
		// A single 503 may be chance.
		const isCut = isLimit || (is503 && this.isFailing);
		const since = this.fail(execution, outcome, sent.sentAt);
		if (isLimit && !sent.isAlone) this.pause.refused(askedMsOf(outcome), since);
		if (isLimit) this.counts.refused += 1;
		// What was sent before the last cut says nothing about the size since then.
		if (!isCut || sent.sentAt < this.cutAt) return;
		this.size = Math.max(this.size / 2, 1);
		this.isFirstRise = false;
		this.cutAt = this.clock.now();
	}

	private pass(): void {
		const { state } = this;
		const isLimited = state.kind === 'failing' && state.last.kind === 'rateLimited';
		this.pause.passed(isLimited ? state.at - state.since : 0);
		this.counts.passed += 1;
		this.state = { kind: 'works' };
		// A window that is not used does not grow.
		if (this.inFlight * 2 < this.size) return;
		this.size = Math.min(this.size + (this.isFirstRise ? 1 : 1 / this.size), WINDOW.max);
	}

	/** @returns since when nothing has passed */
	private fail(execution: Execution, last: Outcome, sentAt: number): number {
		const at = this.clock.now();
		const { state } = this;
		if (state.kind === 'givenUp') {
			state.failed.add(execution);
			state.last = last;
			return state.since;
		}
		const quietSince = state.kind === 'works' ? -Infinity : Math.max(state.at, this.pause.until);
		const isFirst = state.kind === 'works' || sentAt > quietSince + MAX_GAP_MS;
		const since = isFirst ? at : state.since;
		const isOnlyLimited = last.kind === 'rateLimited' && (isFirst || state.isOnlyLimited);
		const limitMs = isOnlyLimited ? MAX_WAIT_MS : FAILING_MS;
		const isTooLong = askedMsOf(last) > MAX_WAIT_MS;
		const isOver = at - since >= (isTooLong ? ASKS_TOO_MUCH_MS : limitMs);
		this.state = isOver
			? { kind: 'givenUp', since, failed: new WeakSet([execution]), last }
			: { kind: 'failing', since, at, isOnlyLimited, last };
		return since;
	}
}
