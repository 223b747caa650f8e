import type { Clock } from '../../time/clock';
import { askedMsOf, type Outcome } from '../outcome';
import { policyOf } from '../policy';
import { asksTooMuch, Breaker } from './breaker';
import type { Pause } from './pause';
import { MAX_SIZE, SendWindow } from './window';

interface Execution {
	readonly inFlight: number;
}

interface Sent {
	/** Whether most of the others passed since it was refused: then it pauses nobody else. */
	readonly isAlone: boolean;
	readonly sentAt: number;
}

/** What may be sent to one endpoint of an account, by what it last did. */
export class Endpoint {
	readonly counts = { passed: 0, refused: 0 };
	inFlight = 0;
	private readonly window: SendWindow;
	private readonly breaker: Breaker;

	constructor(
		private readonly clock: Clock,
		readonly pause: Pause,
	) {
		this.window = new SendWindow(clock);
		this.breaker = new Breaker(clock);
	}

	get isFailing(): boolean {
		return this.breaker.isFailing;
	}

	get isGivenUp(): boolean {
		return this.breaker.isGivenUp;
	}

	allows(execution: Execution): boolean {
		const isPaused = this.clock.now() < this.pause.nextAt;
		return !isPaused && this.inFlight < this.placesFor(execution);
	}

	/** How what this execution has waiting ends unsent; undefined if it may wait. */
	givenUpFor(execution: Execution): Outcome | undefined {
		const last = this.breaker.lastBeforeGivenUp;
		if (last === undefined) return undefined;
		const isPaused = this.clock.now() < this.pause.nextAt;
		const isFull = this.inFlight >= MAX_SIZE;
		const isKeptOut = execution.inFlight === 0 && (isPaused || isFull);
		const isOver = isKeptOut || this.breaker.hasFailed(execution);
		return isOver ? { kind: 'givenUp', last } : undefined;
	}

	learn(outcome: Outcome, execution: Execution, sent: Sent): void {
		const { works } = policyOf(outcome);
		if (works === true) this.pass();
		if (works === false) this.fail(outcome, execution, sent);
	}

	private placesFor(execution: Execution): number {
		const isIdle = execution.inFlight === 0;
		if (!this.isGivenUp) return isIdle ? this.window.sharedPlaces : this.window.places;
		return isIdle ? this.breaker.probes : 0;
	}

	private pass(): void {
		this.pause.passed(this.breaker.pass());
		this.counts.passed += 1;
		this.window.grow(this.inFlight);
	}

	private fail(outcome: Outcome, execution: Execution, { isAlone, sentAt }: Sent): void {
		const wasFailing = this.isFailing;
		const pausedUntil = this.pause.until;
		const failingSince = this.breaker.fail({ outcome, execution, sentAt, pausedUntil });
		if (outcome.kind === 'rateLimited') {
			this.counts.refused += 1;
			if (!isAlone) this.pause.refused(askedMsOf(outcome), failingSince);
			this.window.cut(sentAt);
		}
		if (this.isGivenUp && asksTooMuch(outcome)) this.pause.givenUp();
		const is503 = outcome.kind === 'serverError' && outcome.response.status === 503;
		// A single 503 may be chance.
		if (is503 && wasFailing) this.window.cut(sentAt);
	}
}
