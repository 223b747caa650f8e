import type { Clock } from '../../time/clock';
import { askedMsOf, policyOf, type Outcome } from '../outcome';
import { asksTooMuch, Breaker } from './breaker';
import type { Pause } from './pause';
import { MAX_SIZE, SendWindow } from './window';

interface Execution {
	readonly inFlight: number;
}

interface Sent {
	/** The service refuses this request and lets most others pass: then it pauses no other request. */
	readonly isAlone: boolean;
	readonly sentAt: number;
}

/** What may be sent to an endpoint of an account, by what the endpoint last did. */
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
		return !this.isPaused && this.inFlight < this.placesFor(execution);
	}

	/**
	 * How requests of this execution end that wait for the endpoint; undefined if they may wait. Once the
	 * endpoint is given up, they end if the execution has tried and failed, or cannot try now.
	 */
	givenUpFor(execution: Execution): Outcome | undefined {
		const last = this.breaker.lastBeforeGivenUp;
		if (last === undefined) return undefined;
		const isFull = this.inFlight >= MAX_SIZE;
		const isKeptOut = execution.inFlight === 0 && (this.isPaused || isFull);
		const mayWait = !isKeptOut && !this.breaker.hasFailed(execution);
		return mayWait ? undefined : { kind: 'givenUp', last };
	}

	learn(outcome: Outcome, execution: Execution, sent: Sent): void {
		const { works } = policyOf(outcome);
		if (works === true) this.pass();
		if (works === false) this.fail(outcome, execution, sent);
	}

	private get isPaused(): boolean {
		return this.clock.now() < this.pause.nextAt;
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
		const isLimited = outcome.kind === 'rateLimited';
		if (isLimited) this.counts.refused += 1;
		if (isLimited && !isAlone) this.pause.refused(askedMsOf(outcome), failingSince);
		if (this.isGivenUp && asksTooMuch(outcome)) this.pause.givenUp();
		// A single 503 may be chance.
		const isOverloaded = isLimited || (is503(outcome) && wasFailing);
		if (isOverloaded) this.window.cut(sentAt);
	}
}

function is503(outcome: Outcome): boolean {
	return outcome.kind === 'serverError' && outcome.response.status === 503;
}
