import type { Outcome } from '../outcome';
import { askedMsOf } from './breaker';

/** After this many refusals, an item waits before each try. */
const MAX_FIRST_TRIES = 3;
const LATER_WAIT_MS = 3_000;
const MAX_WAITS_MS = 5 * 60_000;
/** An item ends after this many refusals if this share of the account's other requests passes. */
const MAX_REFUSALS_BESIDE_OTHERS = 8;
const PASSING_SHARE = 0.75;

/** What the items of one execution share. */
export class RunShare {
	inFlight = 0;
	/** How long requests of this run waited for the rate limit. */
	waitedMs = 0;
	/** Until when `waitedMs` counts, by the clock. */
	private countedUntil = -Infinity;
	/** The number of its last send, of all that the account sent. */
	lastSend = -1;
	/** Consecutive failures, without refusals that are worth waiting for. */
	failures = 0;

	/** @param maxInFlight the Concurrency option: more of its items may wait */
	constructor(readonly maxInFlight: number) {}

	/** Waits of several items at the same time count once. */
	addWait(since: number, now: number): void {
		this.waitedMs += now - Math.max(since, this.countedUntil);
		this.countedUntil = now;
	}
}

export interface QueueOptions {
	/** Ends every wait; nothing is sent afterwards. */
	signal: AbortSignal;
	share: RunShare;
	/** Max Retries 0: whatever the response. */
	sendsOnce?: boolean;
	/** Called when the item waits before a retry: another one may be started in its place. */
	onWait?: () => void;
}

/** Requests of the account. */
export interface Counts {
	passed: number;
	refused: number;
}

/**
 * An item of a run, with a patience of its own: it ends after eight refusals while others pass, else
 * after five minutes of waits. What it spends in the queue does not count.
 */
export class Item {
	/** The last one. */
	refusal?: Outcome;
	refusals = 0;
	/** By the clock. */
	readyAt = -Infinity;
	/** Called when it may be sent, or never will be. */
	admit: (isAdmitted: boolean) => void = () => {};
	private waitsMs = 0;
	private before?: Counts;

	constructor(readonly turn: QueueOptions) {}

	refuse(refusal: Outcome, now: number): void {
		this.refusal = refusal;
		this.refusals += 1;
		const ownMs = this.refusals > MAX_FIRST_TRIES ? LATER_WAIT_MS : 0;
		const waitMs = Math.max(askedMsOf(refusal), ownMs);
		this.waitsMs += waitMs;
		this.readyAt = now + waitMs;
	}

	/** @param counts since the account is used */
	isOver(counts: Counts): boolean {
		this.before ??= { ...counts };
		if (this.turn.sendsOnce || this.waitsMs >= MAX_WAITS_MS) return true;
		const passed = counts.passed - this.before.passed;
		const refused = counts.refused - this.before.refused;
		const isAlone = passed >= (passed + refused) * PASSING_SHARE;
		return isAlone && this.refusals >= MAX_REFUSALS_BESIDE_OTHERS;
	}
}
