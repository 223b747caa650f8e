import type { Clock } from './clock';
import { ConcurrencyLimit } from './concurrencyLimit';
import type { Outcome } from '../outcome';
import { RateLimit } from './rateLimit';
import { LONGEST_WAIT_MS } from '../retry';

/** A wrong Retry-After must not lock an account until n8n is restarted. */
const LONGEST_PAUSE_MS = 60 * 60_000;
/** Less is a clock that is adjusted. */
const SET_BACK_MS = 1_000;

/** The service worked on these requests, so that they tell how fast it is. */
const ANSWERED: Array<Outcome['kind']> = ['done', 'truncated', 'refused', 'refusedIn2xx'];

/**
 * Either the request may be sent now, with so many in flight, or the account is paused for longer
 * than a run waits.
 */
type Turn = { sentAt: number; inFlight: number } | { until: number };

/** The requests of one account in this process, first come, first served. */
export class Limiter {
	/** When requests began to fail, since the last usable answer. */
	private failingSince?: number;
	/** How long requests have waited for the rate limit. */
	waitedMs = 0;
	private concurrency = new ConcurrencyLimit();
	private rate = new RateLimit();
	private latest = 0;
	private inFlight = 0;
	private waiters: Array<(turn: Turn) => void> = [];
	private pausedSince?: number;
	private waking?: { at: number; end: AbortController };

	constructor(private readonly clock: Clock) {}

	/**
	 * Sends as soon as the limits of the account allow.
	 * @param since when the run began, in milliseconds since 1970
	 * @returns without sending if the pause is too long to wait for, or there was no answer for as long
	 * @throws the reason of the signal
	 */
	async run(send: () => Promise<Outcome>, signal: AbortSignal, since: number): Promise<Outcome> {
		const failingFrom = Math.max(since, this.failingSince ?? Infinity);
		if (this.clock.now() - failingFrom > LONGEST_WAIT_MS) return { kind: 'givenUp' };
		const turn = await this.turn(signal);
		if ('until' in turn) return { kind: 'paused', until: turn.until };
		try {
			signal.throwIfAborted();
			const outcome = await send();
			this.learn(outcome, turn.sentAt, turn.inFlight);
			return outcome;
		} finally {
			this.inFlight -= 1;
			this.letNextProceed();
		}
	}

	private async turn(signal: AbortSignal): Promise<Turn> {
		// Its own listeners: Node.js warns of more than ten on one signal.
		const own = AbortSignal.any([signal]);
		own.throwIfAborted();
		return await new Promise((resolve, reject) => {
			const leave = () => {
				this.waiters = this.waiters.filter((one) => one !== proceed);
				if (this.waiters.length === 0) this.stopWaiting();
				reject(own.reason);
			};
			const proceed = (turn: Turn) => {
				own.removeEventListener('abort', leave);
				resolve(turn);
			};
			own.addEventListener('abort', leave);
			this.waiters.push(proceed);
			this.letNextProceed();
		});
	}

	private letNextProceed(): void {
		while (this.waiters.length > 0 && this.inFlight < this.concurrency.limit) {
			const now = this.clock.now();
			this.forgetIfSetBack(now);
			const at = this.rate.nextSendAt(now, this.inFlight);
			if (at === undefined) return;
			if (at - now > LONGEST_WAIT_MS) return this.sendAway(at);
			if (at > now) return this.wakeAt(at, now);
			this.waitedMs += now - (this.pausedSince ?? now);
			this.pausedSince = undefined;
			this.rate.afterSend(now);
			this.inFlight += 1;
			this.waiters.shift()?.({ sentAt: now, inFlight: this.inFlight });
		}
	}

	/** Times of a clock that was set back would count as in the future. */
	private forgetIfSetBack(now: number): void {
		if (now < this.latest - SET_BACK_MS)
			[this.concurrency, this.rate] = [new ConcurrencyLimit(), new RateLimit()];
		this.latest = now;
	}

	private stopWaiting(): void {
		this.pausedSince = undefined;
		this.waking?.end.abort();
		this.waking = undefined;
	}

	private sendAway(until: number): void {
		this.stopWaiting();
		for (const proceed of this.waiters.splice(0)) proceed({ until });
	}

	private wakeAt(at: number, now: number): void {
		this.pausedSince ??= now;
		if (this.waking?.at === at) return;
		this.waking?.end.abort();
		const waking = { at, end: new AbortController() };
		this.waking = waking;
		const wake = () => {
			if (this.waking === waking) this.waking = undefined;
			this.letNextProceed();
		};
		void this.clock.wait(at - now, waking.end.signal).then(wake, () => undefined);
	}

	private learn(outcome: Outcome, sentAt: number, inFlight: number): void {
		const now = this.clock.now();
		const isAnswer = !['rateLimited', 'serverError', 'noResponse', 'notSent'].includes(
			outcome.kind,
		);
		this.failingSince = isAnswer ? undefined : (this.failingSince ?? now);
		if (isOverload(outcome)) this.concurrency.afterOverload(sentAt, now);
		if (outcome.kind === 'rateLimited') {
			const { retryAt = now } = outcome;
			const until = retryAt > now ? Math.min(retryAt, now + LONGEST_PAUSE_MS) : undefined;
			return this.rate.afterRefusal(sentAt, now, inFlight, until);
		}
		if (!ANSWERED.includes(outcome.kind)) return;
		this.concurrency.afterResponse(sentAt, now, inFlight);
		this.rate.afterSuccess(sentAt);
	}
}

function isOverload(outcome: Outcome): boolean {
	if (outcome.kind === 'noResponse') return outcome.cause.isTimeout === true;
	if (outcome.kind !== 'serverError' && outcome.kind !== 'rateLimited') return false;
	return outcome.response.status === 503;
}
