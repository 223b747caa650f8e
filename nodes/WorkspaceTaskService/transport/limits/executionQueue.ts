import type { QueuedRequest } from './queuedRequest';

/** Why a request was not sent: an item before it ended the execution. */
export const HALTED = new Error('An earlier item failed');

const isReady = (request: QueuedRequest | undefined, at: number) =>
	request !== undefined && request.readyAt <= at;

/** The requests of one execution. */
export class ExecutionQueue {
	/** In the order in which they are ready. */
	readonly waiting: Record<QueuedRequest['list'], QueuedRequest[]> = {
		fresh: [],
		refused: [],
		retried: [],
	};
	inFlight = 0;
	/** The number of its last request among those of the account; negative before the first. */
	lastSend = -1;
	/** How long rate limits held it up; each moment counts once. */
	waitedMs = 0;
	/** Called for an item that the next ones may pass, with Concurrency 1 too. */
	onOftenRefused?: (item: number) => void;
	private heldUntil = -Infinity;
	private lastItem = Infinity;

	/** @param signal ends every wait; nothing is sent afterwards */
	constructor(
		readonly concurrency: number,
		readonly signal: AbortSignal,
		private readonly onRemoved: () => void,
	) {
		signal.addEventListener('abort', () => this.removeEnded(signal.reason), { once: true });
	}

	/** Items after this one are not sent. */
	endAfter(item: number): void {
		this.lastItem = Math.min(this.lastItem, item);
		this.removeEnded(HALTED);
	}

	/** @throws HALTED, or the reason of the signal */
	check(item: number): void {
		this.signal.throwIfAborted();
		if (this.isEnded(item)) throw HALTED;
	}

	isEnded(item: number): boolean {
		return this.signal.aborted || item > this.lastItem;
	}

	push(request: QueuedRequest): void {
		const list = this.waiting[request.list];
		let index = list.length;
		while (index > 0 && (list[index - 1]?.readyAt ?? 0) > request.readyAt) index--;
		list.splice(index, 0, request);
	}

	/**
	 * The next one, which may not be ready yet. A refused request is sent before fresh ones, but not while
	 * nothing passes: then another one shows sooner when that ends.
	 */
	next(now: number): QueuedRequest | undefined {
		const [fresh] = this.waiting.fresh;
		const [refused] = this.waiting.refused;
		const [retried] = this.waiting.retried;
		const begun = this.inFlight + this.waiting.retried.length;
		if (begun >= this.concurrency || isReady(retried, now)) return retried;
		const isRefusedFirst = isReady(refused, now) && refused?.endpoint.isFailing === false;
		if (fresh !== undefined && !isRefusedFirst) return fresh;
		return retried === undefined || isReady(refused, retried.readyAt) ? refused : retried;
	}

	remove(isRemoved: (request: QueuedRequest) => boolean): QueuedRequest[] {
		const removed: QueuedRequest[] = [];
		for (const list of Object.values(this.waiting)) {
			for (const request of list.splice(0)) (isRemoved(request) ? removed : list).push(request);
		}
		return removed;
	}

	/** Whether a free place is rather its own. */
	comesBefore(other: ExecutionQueue): boolean {
		if (this.inFlight !== other.inFlight) return this.inFlight < other.inFlight;
		return this.lastSend < other.lastSend;
	}

	hold(now: number, until: number): void {
		this.waitedMs += Math.max(until - Math.max(now, this.heldUntil), 0);
		this.heldUntil = Math.max(until, this.heldUntil);
	}

	private removeEnded(reason: unknown): void {
		for (const one of this.remove(({ options }) => this.isEnded(options.item))) one.reject(reason);
		this.onRemoved();
	}
}
