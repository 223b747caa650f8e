import { getAskedMs, getPolicy, type Outcome } from '../outcome';
import type { Clock } from '../shared/clock';
import { Breaker, MAX_WAIT_MS, type EndedRequest, type Run } from './breaker';

const PLACES = { initial: 8, max: 50 };
/** Bounds of a pause for which the service names no time. */
const PAUSE_MS = { min: 100, max: 3_000 };
/** After a time in which all was refused, sends are spaced by this share of it, less with each success. */
const SPACING = { share: 1 / 300, decay: 0.98 };

/** A shorter pause may end in vain because other processes were sooner. */
const LONG_PAUSE_MS = 10_000;

/** How many requests a rate limit let pass, and refused. */
export interface Counts {
	passed: number;
	refused: number;
}

/** A run with its requests to any endpoint. */
interface SendingRun extends Run {
	readonly inFlight: number;
}

/** What may be sent to an endpoint of an account, by what the endpoint last did. */
export class Endpoint {
	readonly counts: Counts = { passed: 0, refused: 0 };
	inFlight = 0;
	readonly pause: Pause;
	readonly breaker: Breaker;
	private readonly window: SendWindow;
	/**
	 * It seems to refuse some requests for good, since what was sent after a long pause was refused too. Then
	 * each execution may send a request after a pause, not only those that were first: until a request
	 * passes that was refused before.
	 */
	refusesSome = false;

	constructor(clock: Clock) {
		this.pause = new Pause(clock);
		this.breaker = new Breaker(clock);
		this.window = new SendWindow(clock);
	}

	/** When the next request of a run may be sent, by the clock. */
	getSendTime(run: SendingRun): number {
		return Math.max(this.pause.getNextSendTime(), this.breaker.getHoldEnd(run) ?? -Infinity);
	}

	/** @param refusals how often a rate limit refused the request */
	hasFreePlace(run: SendingRun, refusals: number): boolean {
		const { breaker, window } = this;
		const { inFlight } = run;
		if (inFlight > 0 && breaker.isOneAtATime(run)) return false;
		if (this.refusesSome && inFlight === 0) return this.inFlight < PLACES.max;
		const isIdle = inFlight === 0 && refusals === 0;
		return this.inFlight < (isIdle ? window.countDoubledPlaces() : window.countPlaces());
	}

	countInFlightAndSpaceNextSend(): void {
		this.inFlight += 1;
		if (!this.refusesSome) this.pause.spaceNextSend();
	}

	learn(outcome: Outcome, sent: EndedRequest): void {
		const { works } = getPolicy(outcome);
		if (works === true) this.learnSuccess(sent);
		if (works === false) this.learnFailure(outcome, sent);
	}

	private learnSuccess({ refusals }: EndedRequest): void {
		if (refusals > 0) this.refusesSome = false;
		this.counts.passed += 1;
		this.pause.adaptSpacingAfterSuccess(this.breaker.getRateLimitedMs());
		this.breaker.endStreak();
		this.window.grow(this.inFlight);
	}

	private learnFailure(outcome: Outcome, sent: EndedRequest): void {
		const wasFailing = this.breaker.isFailing();
		this.breaker.recordFailure(outcome, sent, this.pause.until);
		if (outcome.kind === 'rateLimited') this.learnRateLimit(getAskedMs(outcome), sent);
		// A single 503 may be chance.
		if (is503(outcome) && wasFailing) this.window.shrinkWindow(sent.sentAt, 0);
	}

	private learnRateLimit(askedMs: number, { sentAt, isRefusedWhileMostPass }: EndedRequest): void {
		const failingMs = this.breaker.getFailingMs();
		this.counts.refused += 1;
		if (Math.min(askedMs, failingMs) >= LONG_PAUSE_MS) this.refusesSome = true;
		if (!isRefusedWhileMostPass) this.pause.extend(this.pause.choosePauseMs(askedMs, failingMs));
		this.window.shrinkWindow(sentAt, this.inFlight - 1);
	}
}

/**
 * Additive increase, multiplicative decrease: how many requests may be in flight. Each success adds a
 * place until the first cut, and then each round trip; a cut leaves as many places as the service has
 * accepted, at least half, at most once per round trip.
 */
class SendWindow {
	private size = PLACES.initial;
	private cutAt?: number;
	/** What the last cut leaves at least. */
	private least = 1;

	constructor(private readonly clock: Clock) {}

	countPlaces(): number {
		return Math.floor(this.size);
	}

	/**
	 * An execution with nothing in flight, and whose request was not refused, may exceed the window up to
	 * twofold, before the first cut up to 50, so slow executions cannot shut it out.
	 */
	countDoubledPlaces(): number {
		const least = this.cutAt === undefined ? PLACES.max : 0;
		return Math.max(2 * this.countPlaces(), least);
	}

	/** A window that is not used does not grow. */
	grow(inFlight: number): void {
		if (inFlight * 2 < this.size) return;
		const step = this.cutAt === undefined ? 1 : 1 / this.size;
		this.size = Math.min(this.size + step, PLACES.max);
	}

	/**
	 * What was sent before the last cut says nothing about the size since then, but how many were refused.
	 * @param acceptedInFlight how many are in flight beside the one that was refused. Executions with a single item
	 * may be more than the places: then it leaves half
	 */
	shrinkWindow(sentAt: number, acceptedInFlight: number): void {
		let left = acceptedInFlight;
		if (this.cutAt === undefined || sentAt >= this.cutAt) {
			if (acceptedInFlight >= this.size) left = 0;
			this.least = Math.max(this.size / 2, 1);
			this.cutAt = this.clock.now();
		}
		this.size = Math.max(this.least, Math.min(this.size, left));
	}
}

/**
 * Pauses with jitter, so that processes that share a limit do not ask in step. And pacing: a process that
 * finds the limit free again leaves some of it to the others.
 */
class Pause {
	/** Nothing is sent before. */
	until = -Infinity;
	private spacedUntil = -Infinity;
	private spacingMs = 0;

	constructor(private readonly clock: Clock) {}

	/** When the next request may be sent. */
	getNextSendTime(): number {
		return Math.max(this.until, this.spacedUntil);
	}

	/** @throws the reason of the signal */
	async waitForEnd(signal: AbortSignal): Promise<void> {
		while (this.clock.now() < this.until) {
			await this.clock.wait(this.until - this.clock.now(), signal);
		}
		signal.throwIfAborted();
	}

	spaceNextSend(): void {
		const spacingMs = this.spacingMs * (0.5 + this.clock.random());
		this.spacedUntil = this.clock.now() + spacingMs;
	}

	/** @param refusedMs how long a rate limit refused everything until now */
	adaptSpacingAfterSuccess(refusedMs: number): void {
		const ownMs = refusedMs * SPACING.share;
		this.spacingMs = Math.max(this.spacingMs * SPACING.decay, ownMs);
	}

	/**
	 * As long as the service asks, else half as long as the endpoint has been failing; with jitter.
	 * @param askedMs 0 if the service names no time. More than five minutes may be meant for a single item:
	 * then the pause is as short as if no time was named
	 */
	choosePauseMs(askedMs: number, failingMs: number): number {
		const jitter = this.clock.random();
		if (askedMs > 0 && askedMs <= MAX_WAIT_MS) return askedMs + PAUSE_MS.min * jitter;
		const longestMs = Math.min(Math.max(failingMs / 2, PAUSE_MS.min), PAUSE_MS.max);
		return (longestMs * (1 + jitter)) / 2;
	}

	/** Nothing is sent for so long; a longer pause stays. */
	extend(pauseMs: number): void {
		this.until = Math.max(this.until, this.clock.now() + pauseMs);
	}
}

function is503(outcome: Outcome): boolean {
	return outcome.kind === 'serverError' && outcome.response.status === 503;
}
