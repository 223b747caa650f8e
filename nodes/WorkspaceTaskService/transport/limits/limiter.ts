import { ExpiringMap } from '../../expiringMap';
import type { Outcome } from '../outcome';
import { Alarm } from './alarm';
import { Breaker } from './breaker';
import type { Clock } from './clock';
import { systemClock } from './clock';
import type { Turn } from './item';
import { Item } from './item';
import { askedMsOf, MAX_ASKED_MS, Patience } from './patience';
import { Queue } from './queue';
import { Window } from './window';

const MAX_ACCOUNTS = 1_000;
const FAILURES: Array<Outcome['kind']> = ['rateLimited', 'serverError', 'noResponse', 'notSent'];

const limiters = new ExpiringMap<Limiter>(MAX_ACCOUNTS);

/** The one limiter of an account, for all executions in this process. */
export function limiterFor(key: string, clock: Clock = systemClock): Limiter {
	return limiters.set(key, limiters.get(key) ?? new Limiter(clock));
}

/**
 * The requests of one account in this process: a queue, first come, first served. A window bounds
 * how many are in flight, a breaker pauses them after a refusal, and a patience ends what is
 * hopeless. What is refused waits here and is sent again.
 */
export class Limiter {
	private readonly window = new Window();
	private readonly breaker = new Breaker();
	private readonly patience = new Patience();
	private readonly queue = new Queue();
	private readonly alarm: Alarm;
	private readonly counts = { passed: 0, refused: 0 };
	private inFlight = 0;
	private turns = 0;

	constructor(private readonly clock: Clock) {
		this.alarm = new Alarm(clock, () => this.proceed());
	}

	/** Whether another failure is worth a retry. */
	get isPatient(): boolean {
		return !this.patience.isOver;
	}

	/**
	 * Sends until the outcome is no refusal by a rate limit, or gives up.
	 * @param send rejects with the reason of the signal at most
	 * @throws the reason of the signal
	 */
	async run(send: () => Promise<Outcome>, turn: Turn): Promise<Outcome> {
		const item = new Item(turn, this.clock.now());
		for (let attempts = 1; ; attempts++) {
			if (!(await this.isAdmitted(item))) return item.refused ?? this.patience.givenUp;
			const outcome = await this.sendNow(send, item);
			const result = attempts > 1 ? { ...outcome, attempts } : outcome;
			if (outcome.kind !== 'rateLimited') return result;
			item.afterRefusal(result, this.clock.now());
			if (item.isOver(this.counts)) return result;
			if (attempts === 1) turn.onWait?.();
		}
	}

	/** @returns when its turn comes; false if it is not to be sent */
	private async isAdmitted(item: Item): Promise<boolean> {
		const now = this.clock.now();
		if (this.breaker.isPaused(now)) item.waitsSince ??= now;
		item.turn.share.servedAs ??= this.turns;
		return await this.queue.wait(item, () => this.proceed());
	}

	private async sendNow(send: () => Promise<Outcome>, item: Item): Promise<Outcome> {
		const { signal, share } = item.turn;
		const sentAt = this.clock.now();
		try {
			signal.throwIfAborted();
			const outcome = await send();
			if (!FAILURES.includes(outcome.kind)) this.afterSuccess(sentAt);
			// An exchange that was cancelled says nothing about the service.
			else if (!signal.aborted) this.afterFailure(outcome, item, sentAt);
			return outcome;
		} finally {
			this.inFlight -= 1;
			share.inFlight -= 1;
			this.proceed();
		}
	}

	private afterSuccess(sentAt: number): void {
		this.counts.passed += 1;
		this.patience.afterSuccess();
		this.breaker.afterSuccess(sentAt);
		this.window.grow(this.inFlight);
	}

	private afterFailure(outcome: Outcome, item: Item, sentAt: number): void {
		const now = this.clock.now();
		this.patience.afterFailure(outcome, item.turn.share, now);
		if (outcome.kind === 'rateLimited') {
			this.counts.refused += 1;
			if (this.breaker.rounds === 0) item.loneRefusals += 1;
			this.window.cut(sentAt, now);
			const askedMs = askedMsOf(outcome);
			if (askedMs !== undefined && askedMs > MAX_ASKED_MS) return;
			this.breaker.afterRefusal(sentAt, now, askedMs, this.clock.random());
		}
		if (outcome.kind === 'noResponse' && outcome.cause.isTimeout) this.window.cut(sentAt, now);
		if (outcome.kind !== 'serverError' || outcome.response.status !== 503) return;
		this.window.cutIfRepeated(sentAt, now);
	}

	/** Sends whatever may be sent, and wakes up when the next one may. */
	private proceed(): void {
		const now = this.clock.now();
		for (const item of this.queue.filter((one) => this.isHopeless(one)))
			this.leave(item, false, now);
		let next = this.next(now);
		for (; next !== undefined && next.at <= now; next = this.next(now))
			this.leave(next.item, true, now);
		this.alarm.setAt(next?.at);
	}

	private isHopeless({ turn, refused }: Item): boolean {
		if (!this.patience.mayStillSend(turn.share)) return true;
		return this.patience.isOver && refused !== undefined;
	}

	private next(now: number) {
		const max = this.isPatient ? Math.floor(this.window.size) : 1;
		if (this.inFlight >= max) return undefined;
		const isPaused = this.isPatient && this.breaker.isPaused(now);
		const resumesAt = ({ turn }: Item) =>
			isPaused ? this.breaker.nextSendAt(this.patience.isUnaffected(turn.share)) : now;
		return this.queue.next({ now, rounds: this.breaker.rounds, resumesAt });
	}

	private leave(item: Item, isAdmitted: boolean, now: number): void {
		this.queue.remove(item);
		item.countWait(now);
		if (isAdmitted) {
			const { share } = item.turn;
			this.inFlight += 1;
			share.inFlight += 1;
			share.servedAs = ++this.turns;
			this.breaker.afterSend(now);
		}
		item.admit(isAdmitted);
	}
}
