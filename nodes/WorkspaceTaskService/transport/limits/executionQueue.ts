import type { Turn } from './turn';

/** Thrown for a request that waits, or is about to be sent, when an earlier item ends the execution. */
export const HALTED = new Error('An earlier item failed');

/** The requests of an execution. */
export class ExecutionQueue {
	/** In the order in which they are ready. */
	readonly waiting: Record<Turn['list'], Turn[]> = {
		fresh: [],
		refused: [],
		retried: [],
	};
	inFlight = 0;
	/** The number in the account of this execution's last request; -1 before its first. */
	lastSend = -1;
	/** How long rate limits held it up; each moment counts once. */
	waitedMs = 0;
	/** Called for an item that later items may pass, with Concurrency 1 too. */
	onOftenRefused?: (item: number) => void;
	private heldUntil = -Infinity;
	private lastItem = Infinity;

	/** @param signal ends every wait; nothing is sent afterwards */
	constructor(
		readonly concurrency: number,
		readonly signal: AbortSignal,
		private readonly onRemoved: () => void,
	) {
		signal.addEventListener('abort', () => this.removeEnded(), { once: true });
	}

	/** Later items are not sent. */
	endAfter(item: number): void {
		this.lastItem = Math.min(this.lastItem, item);
		this.removeEnded();
	}

	/** @throws HALTED, or the reason of the signal */
	check(item: number): void {
		if (this.isEnded(item)) throw this.endReason;
	}

	isEnded(item: number): boolean {
		return this.signal.aborted || item > this.lastItem;
	}

	push(turn: Turn): void {
		if (this.isEnded(turn.item)) {
			turn.reject(this.endReason);
			return;
		}
		const list = this.waiting[turn.list];
		let index = list.length;
		while (isLater(list[index - 1], turn)) {
			index -= 1;
		}
		list.splice(index, 0, turn);
	}

	/**
	 * The next request, which may not be ready yet. A retry that is ready goes first, then a refused
	 * request, but not while the endpoint is failing: a fresh request then notices sooner that it works
	 * again.
	 */
	next(now: number): Turn | undefined {
		const [fresh] = this.waiting.fresh;
		const [refused] = this.waiting.refused;
		const [retried] = this.waiting.retried;
		// A retried request keeps its place for Concurrency while it waits.
		const begun = this.inFlight + this.waiting.retried.length;
		if (begun >= this.concurrency || isReady(retried, now)) return retried;
		if (isReady(refused, now) && refused?.endpoint.isFailing === false) return refused;
		if (fresh !== undefined) return fresh;
		if (retried === undefined) return refused;
		return isReady(refused, retried.readyAt) ? refused : retried;
	}

	remove(isRemoved: (turn: Turn) => boolean): Turn[] {
		const removed: Turn[] = [];
		for (const list of Object.values(this.waiting)) {
			for (const turn of list.splice(0)) {
				const target = isRemoved(turn) ? removed : list;
				target.push(turn);
			}
		}
		return removed;
	}

	/** Whether this execution gets a free place rather than the other execution. */
	comesBefore(other: ExecutionQueue): boolean {
		if (this.inFlight !== other.inFlight) return this.inFlight < other.inFlight;
		return this.lastSend < other.lastSend;
	}

	hold(now: number, until: number): void {
		const from = Math.max(now, this.heldUntil);
		this.waitedMs += Math.max(until - from, 0);
		this.heldUntil = Math.max(until, this.heldUntil);
	}

	private get endReason(): unknown {
		return this.signal.aborted ? this.signal.reason : HALTED;
	}

	private removeEnded(): void {
		const ended = this.remove(({ item }) => this.isEnded(item));
		for (const turn of ended) {
			turn.reject(this.endReason);
		}
		this.onRemoved();
	}
}

function isReady(turn: Turn | undefined, at: number): boolean {
	return turn !== undefined && turn.readyAt <= at;
}

function isLater(turn: Turn | undefined, other: Turn): boolean {
	return turn !== undefined && turn.readyAt > other.readyAt;
}
