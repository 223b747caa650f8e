import type { Clock } from './clock';
import { ConcurrencyLimit } from './concurrencyLimit';
import type { Outcome } from './outcome';
import { RateLimit } from './rateLimit';
import { isPause, LONGEST_WAIT_MS } from './retry';

/** A wrong Retry-After must not lock an account until n8n is restarted. */
const LONGEST_PAUSE_MS = 60 * 60_000;

/** The service worked on these requests, so that they tell how fast it is. */
const ANSWERED: Array<Outcome['kind']> = ['done', 'garbled', 'refused', 'refusedIn2xx'];

/**
 * A request may be sent: since when, and how many are in flight with it. Or it may not: until the
 * end of a pause that is too long to wait for.
 */
type Turn = { sentAt: number; inFlight: number } | { until: number };

interface Waiter {
	proceed: (turn: Turn) => void;
	leave: (reason: unknown) => void;
	signal: AbortSignal;
}

/** The requests of one account in this process, first come, first served. */
export class Limiter {
	/** The first request after the latest answer that said whether a request was carried out. */
	failingSince?: number;
	/** How long requests have waited for the rate limit. */
	waitedMs = 0;
	private readonly concurrency = new ConcurrencyLimit();
	private readonly rate = new RateLimit();
	private inFlight = 0;
	private waiters: Waiter[] = [];
	/** One listener for all requests of a run; Node.js warns of more than ten. */
	private readonly signals = new WeakSet<AbortSignal>();
	private pausedSince?: number;
	private waking?: { at: number; end: AbortController };

	constructor(private readonly clock: Clock) {}

	/**
	 * Sends when it may.
	 * @throws the reason of the signal
	 */
	async run(send: () => Promise<Outcome>, signal: AbortSignal): Promise<Outcome> {
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
		signal.throwIfAborted();
		if (!this.signals.has(signal)) {
			this.signals.add(signal);
			signal.addEventListener('abort', () => this.dismiss(signal), { once: true });
		}
		return await new Promise((proceed, leave) => {
			this.waiters.push({ proceed, leave, signal });
			this.letNextProceed();
		});
	}

	private letNextProceed(): void {
		while (this.waiters.length > 0 && this.inFlight < this.concurrency.limit) {
			const now = this.clock.now();
			const at = this.rate.nextSendAt(now, this.inFlight);
			if (at === undefined) return;
			if (at - now > LONGEST_WAIT_MS) return this.sendAway(at);
			if (at > now) return this.wakeAt(at, now);
			this.waitedMs += now - (this.pausedSince ?? now);
			this.pausedSince = undefined;
			this.rate.afterSend(now);
			this.inFlight += 1;
			this.waiters.shift()?.proceed({ sentAt: now, inFlight: this.inFlight });
		}
	}

	private stopWaiting(): void {
		this.pausedSince = undefined;
		this.waking?.end.abort();
		this.waking = undefined;
	}

	private sendAway(until: number): void {
		this.stopWaiting();
		for (const { proceed } of this.waiters.splice(0)) proceed({ until });
	}

	private dismiss(ended: AbortSignal): void {
		const leaving = this.waiters.filter(({ signal }) => signal === ended);
		this.waiters = this.waiters.filter(({ signal }) => signal !== ended);
		if (this.waiters.length === 0) this.stopWaiting();
		for (const { leave } of leaving) leave(ended.reason);
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
		const isAnswer = !['rateLimited', 'indeterminate', 'notSent'].includes(outcome.kind);
		this.failingSince = isAnswer ? undefined : (this.failingSince ?? now);
		if (outcome.kind === 'rateLimited') {
			const { retryAt } = outcome;
			const until = isPause(retryAt, now) ? Math.min(retryAt, now + LONGEST_PAUSE_MS) : undefined;
			return this.rate.afterRefusal(sentAt, now, inFlight, until);
		}
		if (isOverload(outcome)) this.concurrency.afterOverload(sentAt, now);
		if (!ANSWERED.includes(outcome.kind)) return;
		this.concurrency.afterResponse(sentAt, now, inFlight);
		this.rate.afterSuccess(sentAt);
	}
}

function isOverload(outcome: Outcome): boolean {
	if (outcome.kind !== 'indeterminate') return false;
	return 'reply' in outcome ? outcome.reply.status === 503 : outcome.cause.isTimeout === true;
}
