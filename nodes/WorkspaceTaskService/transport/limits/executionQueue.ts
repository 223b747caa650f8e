import type { Outcome } from '../outcome';
import { BOUNDS } from './bounds';
import type { QueuedRequest } from './queuedRequest';

/** Why a request was not sent: an item before it ended the execution. */
export const HALTED = new Error('An earlier item failed');

/** The requests of one execution: fresh ones in their order, and those to be sent again. */
export class ExecutionQueue {
	inFlight = 0;
	/** By what was asked and how it ended: a list or a refusal may be quicker than any create. */
	readonly fastestMs = new Map<string, number>();
	/** The number of its last request; negative before the first. */
	lastSend = -1;
	/** How long it stood still because of a rate limit. */
	waitedMs = 0;
	private standsSince?: number;
	private fresh: QueuedRequest[] = [];
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
		if (this.isEnded(item)) throw HALTED;
	}

	isEnded(item: number): boolean {
		return this.signal.aborted || item > this.lastItem;
	}

	/** Whether a free place is rather its own. */
	comesBefore(other: ExecutionQueue): boolean {
		if (this.inFlight !== other.inFlight) return this.inFlight < other.inFlight;
		return this.lastSend < other.lastSend;
	}

	get isEmpty(): boolean {
		return this.fresh.length === 0 && this.again.length === 0;
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
		const isReady = (this.again[0]?.readyAt ?? Infinity) <= now;
		const takesFresh = this.mayTakeFresh() && (isProbe || !isReady);
		return takesFresh ? this.fresh.shift() : this.again.shift();
	}

	/** @param last how the last request of the account ended */
	giveUp(last: Outcome): void {
		for (const request of this.takeAll())
			request.resolve(request.last ?? { kind: 'givenUp', last });
	}

	private takeAll(): QueuedRequest[] {
		const all = [...this.again, ...this.fresh];
		this.again = [];
		this.fresh = [];
		return all;
	}

	/** @param isHeld by the limits of the account */
	stand(now: number, isHeld: boolean): void {
		const isLimited = isHeld || this.again[0]?.last?.kind === 'rateLimited';
		if (isLimited && this.inFlight === 0) this.standsSince ??= now;
	}

	/** @param number of all that the account sent */
	afterSend(now: number, number: number): void {
		this.inFlight += 1;
		this.lastSend = number;
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

	/** With a bound of one, the order is kept, unless a request is rate limited again and again. */
	private mayTakeFresh(): boolean {
		if (this.fresh.length === 0 || this.maxInFlight > 1) return this.fresh.length > 0;
		return this.again.every(({ rateLimits }) => rateLimits >= BOUNDS.rateLimits);
	}
}
