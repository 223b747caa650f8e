import { BOUNDS } from './bounds';
import type { QueuedRequest } from './queuedRequest';

/** Why a request was not sent: an item before it ended the execution. */
export const HALTED = new Error('An earlier item failed');

/** The requests of one execution: fresh ones in their order, and those to be sent again. */
export class ExecutionQueue {
	inFlight = 0;
	fastestMs = Infinity;
	/** The number of its last send, of all that the account sent. */
	lastSend = -1;
	/** How long it stood still because of a rate limit. */
	waitedMs = 0;
	private standsSince?: number;
	private fresh: QueuedRequest[] = [];
	private head = 0;
	/** By the time at which they are ready. */
	private again: QueuedRequest[] = [];
	private lastItem = Infinity;

	/** @param signal ends every wait; nothing is sent afterwards */
	constructor(
		readonly maxInFlight: number,
		readonly signal: AbortSignal,
		private readonly onRemoved: () => void,
	) {
		signal.addEventListener('abort', () => this.remove(signal.reason, () => true), { once: true });
	}

	/** Items after this one are not sent. */
	endAfter(item: number): void {
		this.lastItem = Math.min(this.lastItem, item);
		this.remove(HALTED, (request) => request.item > this.lastItem);
	}

	/** @throws HALTED, or the reason of the signal */
	check(item: number): void {
		this.signal.throwIfAborted();
		if (item > this.lastItem) throw HALTED;
	}

	get isEmpty(): boolean {
		return this.head === this.fresh.length && this.again.length === 0;
	}

	push(request: QueuedRequest): void {
		if (request.last === undefined) {
			this.fresh.push(request);
			return;
		}
		let index = this.again.length;
		while (index > 0 && (this.again[index - 1]?.readyAt ?? 0) > request.readyAt) index--;
		this.again.splice(index, 0, request);
	}

	/** When its next request is ready; infinite if its bound is reached. */
	readyAt(): number {
		if (this.inFlight >= this.maxInFlight) return Infinity;
		return this.mayTakeFresh() ? -Infinity : (this.again[0]?.readyAt ?? Infinity);
	}

	/** The next request: one to be sent again first, but a fresh one if it is to be a probe. */
	take(now: number, isProbe: boolean): QueuedRequest | undefined {
		const [ready] = this.again;
		const isReady = ready !== undefined && ready.readyAt <= now;
		const takesFresh = this.mayTakeFresh() && (isProbe || !isReady);
		return takesFresh ? this.takeFresh() : this.again.shift();
	}

	takeAll(): QueuedRequest[] {
		const all = [...this.again, ...this.fresh.slice(this.head)];
		this.again = [];
		this.fresh = [];
		this.head = 0;
		return all;
	}

	stand(now: number, isPaused: boolean): void {
		const isLimited = isPaused || this.again[0]?.last?.kind === 'rateLimited';
		if (isLimited && this.inFlight === 0) this.standsSince ??= now;
	}

	moveOn(now: number): void {
		this.waitedMs += now - (this.standsSince ?? now);
		this.standsSince = undefined;
	}

	private remove(reason: unknown, isRemoved: (request: QueuedRequest) => boolean): void {
		for (const request of this.takeAll()) {
			if (isRemoved(request)) request.reject(reason);
			else this.push(request);
		}
		this.onRemoved();
	}

	/** With a bound of one, the order is kept, unless a request is refused again and again. */
	private mayTakeFresh(): boolean {
		const keepsOrder = this.maxInFlight === 1;
		const isBlocked = this.again.some((one) => one.rateLimits < BOUNDS.rateLimits);
		return this.head < this.fresh.length && !(keepsOrder && isBlocked);
	}

	private takeFresh(): QueuedRequest | undefined {
		const request = this.fresh[this.head++];
		if (this.head > 1_000) {
			this.fresh = this.fresh.slice(this.head);
			this.head = 0;
		}
		return request;
	}
}
