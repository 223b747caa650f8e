import { askedMsOf, type Outcome, type Send } from '../outcome';
import type { Endpoint } from './endpoint';
import { MAX_WAIT_MS } from './pause';

/** A request ends after this many refusals while this share of the others passes. */
const MAX_REFUSALS = 8;
const PASSING_SHARE = 0.75;
/** After so many, it waits before each try while others pass, so that eight take some seconds. */
const QUICK_TRIES = 3;
const LATER_WAIT_MS = 1_000;

export interface QueueOptions {
	item: number;
	/** Such as `POST /api/v1/tasks`: each has limits and failures of its own. */
	endpoint: string;
	/** In how many milliseconds it is sent again, if at all. Without it, not after a rate limit either. */
	retryIn?(outcome: Outcome): number | undefined;
}

/**
 * A request with its own patience: it ends after eight refusals while most of the others pass, else
 * after five minutes of waits. What it spends in the queue does not count.
 */
export class QueuedRequest {
	/** Where it waits. What is retried keeps its place for Concurrency, what was refused does not. */
	list: 'fresh' | 'refused' | 'retried' = 'fresh';
	/** By the clock. */
	readyAt = -Infinity;
	last?: Outcome;
	private refusals = 0;
	private waitsMs = 0;
	private before?: Endpoint['counts'];

	constructor(
		readonly send: Send,
		readonly options: QueueOptions,
		readonly endpoint: Endpoint,
		readonly resolve: (outcome: Outcome) => void,
		readonly reject: (reason: unknown) => void,
	) {}

	get isOftenRefused(): boolean {
		return this.refusals >= MAX_REFUSALS;
	}

	/** Whether it was refused before, and most of the others have passed since. */
	get isAlone(): boolean {
		const { passed, refused } = this.sinceRefusal();
		return passed > 0 && passed >= (passed + refused) * PASSING_SHARE;
	}

	/** @returns whether it is sent again, from `readyAt` on */
	isSentAgain(outcome: Outcome, now: number): boolean {
		const isRefused = outcome.kind === 'rateLimited';
		const waitMs = isRefused
			? this.waitAfterRefusal(askedMsOf(outcome))
			: this.options.retryIn?.(outcome);
		this.last = outcome;
		this.list = isRefused ? 'refused' : 'retried';
		this.readyAt = now + (waitMs ?? 0);
		return waitMs !== undefined;
	}

	/** The pause of the endpoint is not in it. */
	private waitAfterRefusal(askedMs: number): number | undefined {
		const { isAlone } = this;
		const isLater = this.refusals >= QUICK_TRIES && this.sinceRefusal().passed > 0;
		// It keeps its place among those that wait for the same pause.
		const ownMs = isLater && askedMs < LATER_WAIT_MS ? LATER_WAIT_MS : 0;
		this.refusals += 1;
		this.waitsMs += Math.max(askedMs, ownMs);
		this.before ??= { ...this.endpoint.counts };
		if (this.options.retryIn === undefined || this.waitsMs > MAX_WAIT_MS) return undefined;
		if (!isAlone) return ownMs;
		return this.isOftenRefused ? undefined : Math.max(askedMs, ownMs);
	}

	/** What the endpoint did since the first refusal. */
	private sinceRefusal(): Endpoint['counts'] {
		const { passed, refused } = this.endpoint.counts;
		const before = this.before ?? { passed, refused };
		return { passed: passed - before.passed, refused: refused - before.refused };
	}
}
