import type { Turn } from './turn';

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
	private heldUntil = -Infinity;

	constructor(
		readonly concurrency: number,
		private readonly onRemoved: () => void,
	) {}

	push(turn: Turn): void {
		const { signal } = turn;
		if (signal.aborted) {
			turn.reject(signal.reason);
			return;
		}
		const end = () => this.end(turn);
		const { start } = turn;
		turn.start = (unsent) => {
			signal.removeEventListener('abort', end);
			start(unsent);
		};
		signal.addEventListener('abort', end, { once: true });
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

	private end(turn: Turn): void {
		const list = this.waiting[turn.list];
		const index = list.indexOf(turn);
		if (index < 0) return;
		list.splice(index, 1);
		turn.reject(turn.signal.reason);
		this.onRemoved();
	}
}

function isReady(turn: Turn | undefined, at: number): boolean {
	return turn !== undefined && turn.readyAt <= at;
}

function isLater(turn: Turn | undefined, other: Turn): boolean {
	return turn !== undefined && turn.readyAt > other.readyAt;
}
