import { ExpiringMap } from '../../expiringMap';
import type { Outcome } from '../outcome';
import { Breaker } from './breaker';
import type { Clock } from './clock';
import { systemClock } from './clock';
import type { RunShare, Turn } from './queue';
import { Item, Queue } from './queue';
import { Window } from './window';

const MAX_ACCOUNTS = 1_000;
const FAILURES: Array<Outcome['kind']> = ['rateLimited', 'serverError', 'noResponse', 'notSent'];

const limiters = new ExpiringMap<Limiter>(MAX_ACCOUNTS);

/** The one limiter of an account, for all executions in this process. */
export function limiterFor(key: string, clock: Clock = systemClock): Limiter {
	return limiters.set(key, limiters.get(key) ?? new Limiter(clock));
}

/**
 * The requests of one account in this process: a queue in which runs take turns. A window bounds
 * how many are in flight, and a breaker pauses them after a refusal and ends what is hopeless. What
 * is refused waits here and is sent again.
 */
export class Limiter {
	private readonly queue = new Queue();
	private readonly window = new Window();
	private readonly breaker: Breaker;
	private inFlight = 0;
	private alarm?: { at: number; end: AbortController };

	constructor(private readonly clock: Clock) {
		this.breaker = new Breaker(clock);
	}

	/** Whether another failure is worth a retry. */
	get isPatient(): boolean {
		return !this.breaker.isOpen;
	}

	/**
	 * Sends until the outcome is no refusal by a rate limit, or gives up.
	 * @throws the reason of the signal, or what `send` rejects with
	 */
	async run(send: () => Promise<Outcome>, turn: Turn): Promise<Outcome> {
		const item = new Item(turn);
		for (let attempts = 1; ; attempts++) {
			const isHopeless = this.breaker.isHopeless(turn.share, item.refused);
			const isAdmitted = !isHopeless && (await this.wait(item));
			if (!isAdmitted) return item.refused ?? { kind: 'givenUp', last: this.breaker.last };
			const outcome = await this.sendNow(send, turn);
			const result = attempts > 1 ? { ...outcome, attempts } : outcome;
			if (outcome.kind !== 'rateLimited') return result;
			item.refuse(result, this.breaker.rounds <= 1, this.clock.now());
			if (item.isOver(this.breaker.counts)) return result;
			if (attempts === 1) turn.onWait?.();
		}
	}

	/** @returns when its turn comes; false if it is not to be sent */
	private async wait(item: Item): Promise<boolean> {
		const { signal } = item.turn;
		// Its own listeners: Node.js warns of more than ten on one signal.
		const own = AbortSignal.any([signal]);
		own.throwIfAborted();
		const since = this.clock.now();
		const isLimited = item.refused !== undefined || this.breaker.isPaused;
		const isAdmitted = await new Promise<boolean>((resolve, reject) => {
			const cancel = () => {
				this.queue.remove(item);
				this.proceed();
				reject(own.reason);
			};
			own.addEventListener('abort', cancel);
			item.admit = (mayBeSent) => {
				own.removeEventListener('abort', cancel);
				resolve(mayBeSent);
			};
			this.queue.add(item);
			this.proceed();
		});
		if (isLimited) item.addWait(since, this.clock.now());
		return isAdmitted;
	}

	private async sendNow(send: () => Promise<Outcome>, { signal, share }: Turn): Promise<Outcome> {
		const sentAt = this.clock.now();
		try {
			signal.throwIfAborted();
			const outcome = await send();
			// An exchange that was cancelled says nothing about the service.
			const isCancelled = signal.aborted && FAILURES.includes(outcome.kind);
			if (!isCancelled) this.count(outcome, share, sentAt);
			return outcome;
		} finally {
			this.inFlight -= 1;
			share.inFlight -= 1;
			this.proceed();
		}
	}

	private count(outcome: Outcome, share: RunShare, sentAt: number): void {
		if (!FAILURES.includes(outcome.kind)) {
			this.breaker.afterSuccess(sentAt);
			return this.window.afterSuccess(this.inFlight);
		}
		this.breaker.afterFailure(outcome, share, sentAt);
		this.window.afterFailure(outcome, sentAt, this.clock.now());
		if (!this.breaker.isOpen && !this.breaker.isOpenFor(share)) return;
		const isHopeless = ({ turn, refused }: Item) => this.breaker.isHopeless(turn.share, refused);
		for (const item of this.queue.items.filter(isHopeless)) this.leave(item, false);
	}

	private leave(item: Item, isAdmitted: boolean): void {
		this.queue.remove(item);
		if (isAdmitted) {
			this.inFlight += 1;
			item.turn.share.inFlight += 1;
			this.breaker.afterSend();
		}
		item.admit(isAdmitted);
	}

	/** Sends whatever may be sent, and wakes up when the next one may. */
	private proceed(): void {
		for (;;) {
			const now = this.clock.now();
			const max = this.isPatient ? Math.floor(this.window.size) : 1;
			const next = this.inFlight < max ? this.queue.next(now, this.breaker) : undefined;
			if (next === undefined || next.at > now) return this.wakeAt(next?.at);
			this.leave(next.item, true);
		}
	}

	/** At most one timer: setting it again replaces the one before. */
	private wakeAt(at: number | undefined): void {
		if (this.alarm?.at === at) return;
		this.alarm?.end.abort();
		this.alarm = undefined;
		if (at === undefined) return;
		const end = new AbortController();
		this.alarm = { at, end };
		const ring = () => {
			if (end.signal.aborted) return;
			this.alarm = undefined;
			this.proceed();
		};
		void this.clock.wait(at - this.clock.now(), end.signal).then(ring, () => {});
	}
}
