import type { Outcome } from '../outcome';
import { askedMsOf, MAX_ASKED_MS } from './patience';

/** What the items of one execution share. */
export interface RunShare {
	/** The Concurrency option: more of its items may wait here. */
	maxInFlight: number;
	inFlight: number;
	/** How long requests of this run waited for the rate limit. */
	waitedMs: number;
	/** Until when `waitedMs` counts, by the clock. */
	countedUntil?: number;
	/** The number of its last turn: runs take turns. */
	servedAs?: number;
}

export interface Turn {
	/** Ends every wait; nothing is sent afterwards. */
	signal: AbortSignal;
	share: RunShare;
	/** Max Retries 0: whatever the response. */
	sendsOnce?: boolean;
	/** Called once, when the item is refused and waits: another one may be started in its place. */
	onWait?: () => void;
}

/** Of all requests of the account. */
export interface Counts {
	passed: number;
	refused: number;
}

/** So often it keeps its place in the queue. Later it waits, and goes to the end. */
const MAX_FIRST_TRIES = 3;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 5_000;
const MAX_REFUSALS = 80;
const MAX_WAITS_MS = 5 * 60_000;
/** If this share of all requests passes. */
const MAX_REFUSALS_BESIDE_OTHERS = 8;
const PASSING_SHARE = 0.75;

/**
 * An item in the queue, with a patience of its own: it ends when it was refused eight times while
 * most requests passed, else after eighty refusals, or five minutes of waits of its own. Times are
 * those of the clock.
 */
export class Item {
	/** Not sent before. */
	readyAt: number;
	/** Its place in the queue. */
	rank: number;
	/** The last refusal. */
	refused?: Outcome;
	/** When it began to wait for the rate limit. */
	waitsSince?: number;
	/** Called when it may be sent, or never will be. */
	admit: (isAdmitted: boolean) => void = () => {};
	/** Refusals that came right after a success of another request. */
	loneRefusals = 0;
	refusals = 0;
	/** Of all its waits: what it spends in the queue does not count. */
	private waitsMs = 0;
	private waitMs = 0;
	private before?: Counts;

	constructor(
		readonly turn: Turn,
		now: number,
	) {
		this.readyAt = now;
		this.rank = now;
	}

	/** Waits of several items at the same time count once. */
	countWait(now: number): void {
		const { share } = this.turn;
		if (this.waitsSince === undefined) return;
		share.waitedMs += now - Math.max(this.waitsSince, share.countedUntil ?? 0);
		share.countedUntil = now;
		this.waitsSince = undefined;
	}

	afterRefusal(refusal: Outcome, now: number): void {
		this.refused = refusal;
		this.refusals += 1;
		const later = this.loneRefusals - MAX_FIRST_TRIES;
		const ownMs = later > 0 ? Math.min(FIRST_WAIT_MS * 2 ** (later - 1), MAX_WAIT_MS) : 0;
		this.waitMs = Math.max(askedMsOf(refusal) ?? 0, ownMs);
		this.waitsMs += this.waitMs;
		this.readyAt = now + this.waitMs;
		this.waitsSince = now;
		if (later > 0) this.rank = this.readyAt;
	}

	/** @param counts of now, its own refusal included */
	isOver(counts: Counts): boolean {
		const { refusals, loneRefusals, waitMs, waitsMs } = this;
		this.before ??= { ...counts };
		if (this.turn.sendsOnce || refusals >= MAX_REFUSALS) return true;
		if (waitMs > MAX_ASKED_MS || waitsMs >= MAX_WAITS_MS) return true;
		if (refusals < MAX_REFUSALS_BESIDE_OTHERS || loneRefusals < MAX_FIRST_TRIES) return false;
		const passed = counts.passed - this.before.passed;
		const refused = counts.refused - this.before.refused;
		return passed >= (passed + refused) * PASSING_SHARE;
	}

	/**
	 * Before or after the items that were not refused, which is 0. A refused item keeps its place, but
	 * every second probe is of another one.
	 * @param rounds pauses and probes of the account since the last success
	 */
	precedence(rounds: number): number {
		if (this.refused === undefined) return 0;
		if (rounds > 0) return rounds % 2 === 0 ? -1 : 1;
		return this.loneRefusals > MAX_FIRST_TRIES ? 0 : -1;
	}
}
