import { ExpiringMap } from '../../expiringMap';
import type { Outcome } from '../outcome';
import { Breaker } from './breaker';
import type { Clock } from '../../time';
import { systemClock, untilAborted } from '../../time';
import type { RunShare, QueueOptions } from './queuedRequest';
import { Item } from './queuedRequest';
import { Window } from './window';

const MAX_ACCOUNTS = 1_000;
/** After this many failures in a row with no pause to wait for, the rest of a run is not sent. */
const MAX_FAILURES = 20;
const FAILURES: Array<Outcome['kind']> = ['rateLimited', 'serverError', 'noResponse', 'notSent'];

const limiters = new ExpiringMap<Limiter>(MAX_ACCOUNTS);

/** The one limiter of an account, for all executions in this process. */
export function limiterFor(key: string, clock: Clock = systemClock): Limiter {
	return limiters.set(key, limiters.get(key) ?? new Limiter(clock));
}

/**
 * The requests of one account in this process: a queue in which runs take turns. A window bounds how
 * many are in flight; a breaker pauses them after a refusal. What is refused is sent again from here.
 */
export class Limiter {
	private queue: Item[] = [];
	private inFlight = 0;
	private sends = 0;
	private readonly window = new Window();
	private readonly breaker: Breaker;
	private alarm = new AbortController();

	constructor(private readonly clock: Clock) {
		this.breaker = new Breaker(clock);
	}

	/** Whether another failure is worth a retry. */
	get isPatient(): boolean {
		return !this.breaker.isGivenUp;
	}

	/**
	 * Sends until the outcome is no refusal by a rate limit, or gives up.
	 * @throws the reason of the signal, or what `send` rejects with
	 */
	async run(send: () => Promise<Outcome>, turn: QueueOptions): Promise<Outcome> {
		const item = new Item(turn);
		while (await this.isAdmitted(item)) {
			const outcome = await this.sendNow(send, turn);
			if (outcome.kind !== 'rateLimited') return outcome;
			item.refuse(outcome, this.clock.now());
			if (item.isOver(this.breaker.counts)) return outcome;
			if (item.refusals === 1) turn.onWait?.();
		}
		return item.refusal ?? { kind: 'givenUp', last: this.breaker.last };
	}

	/** @returns when its turn comes; false if it is not to be sent */
	private async isAdmitted(item: Item): Promise<boolean> {
		const { signal, share } = item.turn;
		signal.throwIfAborted();
		const since = this.clock.now();
		const isLimited = item.refusal !== undefined || this.breaker.isPaused;
		const admitted = new Promise<boolean>((resolve) => (item.admit = resolve));
		this.queue.push(item);
		this.proceed();
		// If its wait was ended, another one may be sent.
		const isAdmitted = await untilAborted(signal, admitted).finally(() => this.proceed());
		if (isLimited) share.addWait(since, this.clock.now());
		return isAdmitted;
	}

	private async sendNow(
		send: () => Promise<Outcome>,
		{ signal, share }: QueueOptions,
	): Promise<Outcome> {
		const sentAt = this.clock.now();
		try {
			signal.throwIfAborted();
			const outcome = await send();
			this.count(outcome, share, sentAt);
			return outcome;
		} finally {
			this.inFlight -= 1;
			share.inFlight -= 1;
			this.proceed();
		}
	}

	private count(outcome: Outcome, share: RunShare, sentAt: number): void {
		const { breaker, window } = this;
		if (!FAILURES.includes(outcome.kind)) {
			share.failures = 0;
			breaker.afterSuccess(sentAt);
			return window.afterSuccess(this.inFlight);
		}
		breaker.afterFailure(outcome, sentAt);
		window.afterFailure(outcome, sentAt, this.clock.now());
		if (outcome.kind !== 'rateLimited' || breaker.waitsForNothing) share.failures += 1;
	}

	/** Sends whatever may be sent, and wakes up when the next one may. */
	private proceed(): void {
		for (const item of this.queue) if (this.isHopeless(item)) item.admit(false);
		this.queue = this.queue.filter((item) => !this.isHopeless(item) && !item.turn.signal.aborted);
		const max = this.isPatient ? Math.floor(this.window.size) : 1;
		for (;;) {
			const now = this.clock.now();
			const next = this.inFlight < max ? this.next(now) : undefined;
			if (next === undefined || next.at > now) return this.wakeAt(next?.at);
			const { share } = next.item.turn;
			this.inFlight += 1;
			share.inFlight += 1;
			share.lastSend = this.sends++;
			this.breaker.afterSend();
			this.queue = this.queue.filter((item) => item !== next.item);
			next.item.admit(true);
		}
	}

	private isHopeless({ turn, refusal }: Item): boolean {
		const { isGivenUp, waitsForNothing } = this.breaker;
		if (isGivenUp && refusal !== undefined) return true;
		return waitsForNothing && turn.share.failures >= MAX_FAILURES;
	}

	/**
	 * The item that may be sent first, and when. A refused item goes first; until something succeeds,
	 * last, because the others are better probes. Then runs take turns.
	 */
	private next(now: number): { item: Item; at: number } | undefined {
		const free = this.queue.filter(({ turn: { share } }) => share.inFlight < share.maxInFlight);
		const waiting = free.map((item) => {
			const { lastSend } = item.turn.share;
			const at = Math.max(now, item.readyAt, this.breaker.nextSendAt(lastSend < 0));
			const isRefused = item.refusal !== undefined;
			return { item, at, order: Number(isRefused === this.breaker.isFailing), lastSend };
		});
		waiting.sort((a, b) => a.at - b.at || a.order - b.order || a.lastSend - b.lastSend);
		return waiting[0];
	}

	/** At most one timer. */
	private wakeAt(at: number | undefined): void {
		this.alarm.abort();
		if (at === undefined) return;
		this.alarm = new AbortController();
		const proceed = () => this.proceed();
		const waitMs = Math.max(at - this.clock.now(), 0);
		void this.clock.wait(waitMs, this.alarm.signal).then(proceed, () => {});
	}
}
