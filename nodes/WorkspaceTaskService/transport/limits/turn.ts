import { askedMsOf, type Outcome } from '../outcome';
import type { Endpoint } from './endpoint';
import { MAX_WAIT_MS } from './pause';

/** A request ends after this many refusals while this share of the others passes. */
const MAX_REFUSALS = 8;
const PASSING_SHARE = 0.75;
/** After so many refusals, it waits before each try while others pass, so that eight take some seconds. */
const QUICK_TRIES = 3;
const LATER_WAIT_MS = 1_000;

/**
 * The place of a request in the queue of its execution, for all its tries. (`takeTurns` is about items
 * with the same key or name, and knows no limits.) A request is refused for good after eight refusals
 * while most of the other requests pass, else after five minutes of pauses, unless the breaker gives up
 * its endpoint before that. Time in the queue does not count.
 */
export class Turn {
	/** Where it waits. What is retried keeps its place for Concurrency, what was refused does not. */
	list: 'fresh' | 'refused' | 'retried' = 'fresh';
	/** When it may be sent, and when it was, by the clock. */
	readyAt = -Infinity;
	sentAt = -Infinity;
	isInFlight = false;
	/** How the last try ended. */
	last?: Outcome;
	/** After a refusal: how long to wait, beside the pause of the endpoint. Undefined after the last. */
	refusalWaitMs?: number;
	/** For the limiter, which ends the wait: with an outcome if the request is not sent any more. */
	start: (unsent?: Outcome) => void = () => {};
	reject: (reason: unknown) => void = () => {};
	/** Until the request may be sent. Resolves with how it ends if it is not sent any more. */
	begun = this.wait();
	private refusals = 0;
	private pausesMs = 0;
	private countsBefore?: Endpoint['counts'];

	constructor(
		readonly signal: AbortSignal,
		readonly endpoint: Endpoint,
		readonly letNextPass?: () => void,
	) {}

	get isOftenRefused(): boolean {
		return this.refusals >= MAX_REFUSALS;
	}

	/** It was refused before, and most of the other requests have passed since. */
	get isAlone(): boolean {
		const { passed, refused } = this.sinceRefusal();
		return passed > 0 && passed >= (passed + refused) * PASSING_SHARE;
	}

	/** Before the endpoint learns from the refusal. */
	countRefusal(outcome: Outcome): void {
		const { isAlone } = this;
		const askedMs = askedMsOf(outcome);
		const isLater = this.refusals >= QUICK_TRIES && this.sinceRefusal().passed > 0;
		// After a pause that the service asked for, requests keep their order.
		const ownMs = isLater && askedMs < LATER_WAIT_MS ? LATER_WAIT_MS : 0;
		const longestMs = Math.max(askedMs, ownMs);
		this.refusals += 1;
		this.pausesMs += longestMs;
		this.countsBefore ??= { ...this.endpoint.counts };
		const isOver = this.pausesMs > MAX_WAIT_MS || (isAlone && this.isOftenRefused);
		const waitMs = isAlone ? longestMs : ownMs;
		this.refusalWaitMs = isOver ? undefined : waitMs;
	}

	/** For the limiter: `begun` becomes the wait for the next try. */
	waitAgain(outcome: Outcome, readyAt: number): void {
		this.last = outcome;
		this.list = outcome.kind === 'rateLimited' ? 'refused' : 'retried';
		this.readyAt = readyAt;
		this.begun = this.wait();
	}

	/** For the limiter: `begun` becomes the wait for the end of a pause, in which this try may not be sent. */
	waitForPause(): void {
		this.last = undefined;
		this.list = 'refused';
		this.readyAt = -Infinity;
		this.begun = this.wait();
	}

	private async wait(): Promise<Outcome | undefined> {
		return await new Promise((resolve, reject) => {
			this.start = resolve;
			this.reject = reject;
		});
	}

	/** What the endpoint did since the first refusal, without the refusal that is being counted. */
	private sinceRefusal(): Endpoint['counts'] {
		const { passed, refused } = this.endpoint.counts;
		const before = this.countsBefore ?? { passed, refused };
		return {
			passed: passed - before.passed,
			refused: refused - before.refused,
		};
	}
}
