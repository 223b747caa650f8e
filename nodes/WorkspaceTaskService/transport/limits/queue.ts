import type { Outcome } from '../outcome';
import type { Breaker } from './breaker';
import { askedMsOf } from './breaker';

/** What the items of one execution share. */
export interface RunShare {
	/** The Concurrency option: more of its items may wait here. */
	maxInFlight: number;
	inFlight: number;
	/** How long requests of this run waited for the rate limit. */
	waitedMs: number;
	/** Until when `waitedMs` counts, by the clock. */
	countedUntil?: number;
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

/** After so many refusals that were not the account's, an item waits before each try. */
const MAX_FIRST_TRIES = 3;
const LATER_WAIT_MS = 3_000;
const MAX_WAITS_MS = 5 * 60_000;
const MAX_REFUSALS = 80;
/** If this share of all requests passes. */
const MAX_REFUSALS_BESIDE_OTHERS = 8;
const PASSING_SHARE = 0.75;

/** An item of a run, with a patience of its own. */
export class Item {
	/** By the clock. */
	readyAt = -Infinity;
	/** The last refusal. */
	refused?: Outcome;
	/** The last refusal came right after a success of another request. */
	isAlone = false;
	refusals = 0;
	/** Called when it may be sent, or never will be. */
	admit: (isAdmitted: boolean) => void = () => {};
	private aloneRefusals = 0;
	/** What it spends in the queue does not count. */
	private waitsMs = 0;
	private before?: { passed: number; refused: number };

	constructor(readonly turn: Turn) {}

	/** Waits of several items at the same time count once. */
	addWait(since: number, now: number): void {
		const { share } = this.turn;
		share.waitedMs += now - Math.max(since, share.countedUntil ?? 0);
		share.countedUntil = now;
	}

	/** @param isAlone whether it is the first refusal since a success of the account */
	refuse(refusal: Outcome, isAlone: boolean, now: number): void {
		this.refused = refusal;
		this.refusals += 1;
		this.isAlone = isAlone;
		this.aloneRefusals += Number(isAlone);
		const ownMs = this.aloneRefusals > MAX_FIRST_TRIES ? LATER_WAIT_MS : 0;
		const waitMs = Math.max(askedMsOf(refusal), ownMs);
		this.waitsMs += waitMs;
		this.readyAt = now + waitMs;
	}

	/** @param counts of all requests of the account */
	isOver(counts: { passed: number; refused: number }): boolean {
		this.before ??= { ...counts };
		const { turn, before, refusals, waitsMs } = this;
		if (turn.sendsOnce || refusals >= MAX_REFUSALS || waitsMs >= MAX_WAITS_MS) return true;
		const passed = counts.passed - before.passed;
		const refused = counts.refused - before.refused;
		return refusals >= MAX_REFUSALS_BESIDE_OTHERS && passed >= (passed + refused) * PASSING_SHARE;
	}
}

/** The items that wait: runs take turns. */
export class Queue {
	/** The one that was served last is the last. Those that were refused by the time of their try. */
	private runs = new Map<RunShare, { fresh: Item[]; refused: Item[] }>();

	get items(): Item[] {
		return [...this.runs.values()].flatMap(({ fresh, refused }) => [...fresh, ...refused]);
	}

	add(item: Item): void {
		const { share } = item.turn;
		const run = this.runs.get(share) ?? { fresh: [], refused: [] };
		const items = item.refused ? run.refused : run.fresh;
		let index = items.length;
		while ((items[index - 1]?.readyAt ?? -Infinity) > item.readyAt) index -= 1;
		items.splice(index, 0, item);
		// Otherwise another run could take each place of the limit, and this one each refusal.
		const isNext = item.isAlone && item.refusals > 1;
		if (isNext) this.runs = new Map([[share, run], ...this.runs]);
		else this.runs.set(share, run);
	}

	remove(item: Item): void {
		const { share } = item.turn;
		const run = this.runs.get(share) ?? { fresh: [], refused: [] };
		const items = item.refused ? run.refused : run.fresh;
		items.splice(items.indexOf(item), 1);
		this.runs.delete(share);
		if (run.fresh.length + run.refused.length > 0) this.runs.set(share, run);
	}

	/**
	 * The item that may be sent first, and when. A refused item comes before the others of its run,
	 * except that a probe is of another one.
	 */
	next(now: number, breaker: Breaker): { item: Item; at: number } | undefined {
		let best: { item: Item; at: number } | undefined;
		for (const [
			share,
			{
				fresh: [fresh],
				refused: [refused],
			},
		] of this.runs) {
			if (share.inFlight >= share.maxInFlight) continue;
			const isRefusedFirst = refused && breaker.rounds === 0 && refused.readyAt <= now;
			const item = isRefusedFirst ? refused : (fresh ?? refused);
			if (item === undefined) continue;
			const at = Math.max(now, item.readyAt, breaker.nextSendAt(share));
			if (best === undefined || at < best.at) best = { item, at };
		}
		return best;
	}
}
