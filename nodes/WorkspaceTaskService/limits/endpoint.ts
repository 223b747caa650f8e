import { getAskedMs, getPolicy, type Outcome } from '../outcome';
import type { Clock } from '../shared/clock';
import { Breaker, MAX_WAIT_MS, type EndedRequest, type SendingRun } from './breaker';

const SLOTS = { initial: 8, max: 50 };
/** Bounds of a pause for which the service names no time. */
const PAUSE_MS = { min: 100, max: 3_000 };
/** After a time in which nothing passed, sends are spaced by this share of it, less with each success. */
const SPACING = { share: 1 / 300, decay: 0.98 };

/** A shorter pause may end in vain because other processes were sooner. */
const LONG_PAUSE_MS = 10_000;

/** How many requests passed, and how many met a rate limit. */
export interface Counts {
	passed: number;
	limited: number;
}

/** What may be sent to an endpoint of an account, by what the endpoint last did. */
export class Endpoint {
	readonly counts: Counts = { passed: 0, limited: 0 };
	inFlight = 0;
	readonly pause: Pause;
	readonly breaker: Breaker;
	private readonly window: SendWindow;
	/**
	 * It seems to limit some requests for good, since what was sent after a long pause met a rate limit too.
	 * Then each run may send a request after a pause, not only those that were first: until a request passes
	 * that met a rate limit before.
	 */
	alwaysLimitsSome = false;

	constructor(clock: Clock) {
		this.pause = new Pause(clock);
		this.breaker = new Breaker(clock);
		this.window = new SendWindow(clock);
	}

	/** When the next request of a run may be sent, by the clock. */
	getSendTime(run: SendingRun): number {
		return Math.max(this.pause.getNextSendTime(), this.breaker.getHoldEnd(run) ?? -Infinity);
	}

	/** @param rateLimits how many the request has met */
	hasFreeSlot(run: SendingRun, rateLimits: number): boolean {
		const { breaker, window } = this;
		const { inFlight } = run;
		if (inFlight > 0 && breaker.isOneAtATime(run)) return false;
		if (this.alwaysLimitsSome && inFlight === 0) return this.inFlight < SLOTS.max;
		const isIdle = inFlight === 0 && rateLimits === 0;
		return this.inFlight < (isIdle ? window.countDoubledSlots() : window.countSlots());
	}

	/** Once a request has a slot. */
	recordSend(): void {
		this.inFlight += 1;
		if (!this.alwaysLimitsSome) this.pause.spaceNextSend();
	}

	learn(outcome: Outcome, sent: EndedRequest): void {
		const { works } = getPolicy(outcome);
		if (works === true) this.learnSuccess(sent);
		if (works === false) this.learnFailure(outcome, sent);
	}

	private learnSuccess({ rateLimits }: EndedRequest): void {
		if (rateLimits > 0) this.alwaysLimitsSome = false;
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
		if (is503(outcome) && wasFailing) this.window.shrink(sent.sentAt, 0);
	}

	private learnRateLimit(askedMs: number, { sentAt, isLimitedWhileMostPass }: EndedRequest): void {
		const failingMs = this.breaker.getFailingMs();
		this.counts.limited += 1;
		if (Math.min(askedMs, failingMs) >= LONG_PAUSE_MS) this.alwaysLimitsSome = true;
		if (!isLimitedWhileMostPass) this.pause.extend(this.pause.calculateMs(askedMs, failingMs));
		this.window.shrink(sentAt, this.inFlight - 1);
	}
}

/**
 * Additive increase, multiplicative decrease: how many requests may be in flight. Each success adds a slot
 * until the first cut, and then each round trip; cuts leave as many slots as the service has accepted, and
 * those of one round trip together at least half.
 */
class SendWindow {
	private size = SLOTS.initial;
	private cutAt?: number;
	/** Half of the size before the first cut of the round trip. */
	private floor = 1;

	constructor(private readonly clock: Clock) {}

	countSlots(): number {
		return Math.floor(this.size);
	}

	/**
	 * A run with nothing in flight, and whose request met no rate limit, may exceed the window up to twofold,
	 * before the first cut up to 50, so slow runs cannot shut it out.
	 */
	countDoubledSlots(): number {
		const least = this.cutAt === undefined ? SLOTS.max : 0;
		return Math.max(2 * this.countSlots(), least);
	}

	/** A window that is not used does not grow. */
	grow(inFlight: number): void {
		if (inFlight * 2 < this.size) return;
		const step = this.cutAt === undefined ? 1 : 1 / this.size;
		this.size = Math.min(this.size + step, SLOTS.max);
	}

	/**
	 * A request that was sent after the last cut begins a round trip, with a floor of its own. One that was
	 * sent before may only shrink the window further, to that floor.
	 * @param sentAt when the request was sent that the service did not accept
	 * @param accepted how many others are in flight; 0 leaves the floor
	 */
	shrink(sentAt: number, accepted: number): void {
		const beginsRoundTrip = this.cutAt === undefined || sentAt >= this.cutAt;
		if (beginsRoundTrip) {
			this.floor = Math.max(this.size / 2, 1);
			this.cutAt = this.clock.now();
		}
		// Runs with a single item may exceed the window: then it is unknown how many the service accepts.
		const left = beginsRoundTrip && accepted >= this.size ? 0 : accepted;
		this.size = Math.max(this.floor, Math.min(this.size, left));
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

	/** @param limitedMs for how long nothing passed a rate limit until now */
	adaptSpacingAfterSuccess(limitedMs: number): void {
		const ownMs = limitedMs * SPACING.share;
		this.spacingMs = Math.max(this.spacingMs * SPACING.decay, ownMs);
	}

	/**
	 * As long as the service asks, else half as long as the endpoint has been failing; with jitter.
	 * @param askedMs 0 if the service names no time. More than five minutes may be meant for a single item:
	 * then the pause is as short as if no time was named
	 */
	calculateMs(askedMs: number, failingMs: number): number {
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
