import { ExpiringMap } from '../../expiringMap';
import { Alarm, systemClock, type Clock } from '../../time';
import type { Outcome, Send } from '../outcome';
import { saysWorks } from '../retry';
import { BOUNDS } from './bounds';
import { Breaker } from './breaker';
import { ExecutionQueue } from './executionQueue';
import { QueuedRequest, type QueueOptions } from './queuedRequest';
import { Window } from './window';

const limiters = new ExpiringMap<Limiter>(BOUNDS.accounts);

/** The one limiter of an account, for all executions in this process. */
export function limiterFor(key: string, clock: Clock = systemClock): Limiter {
	return limiters.set(key, limiters.get(key) ?? new Limiter(clock));
}

/**
 * The requests of one account in this process. Fair queueing: a free place goes to the execution with
 * the fewest requests in flight, then to the one that sent longest ago, and one with nothing in flight
 * may use one place above the window, so a slow execution never keeps a quick one out.
 */
export class Limiter {
	private readonly queues = new Set<ExecutionQueue>();
	private inFlight = 0;
	/** Of these, those that were sent when the window was full. */
	private above = 0;
	private sends = 0;
	private readonly window = new Window();
	private readonly breaker: Breaker;
	private readonly alarm: Alarm;

	constructor(private readonly clock: Clock) {
		this.breaker = new Breaker(clock);
		this.alarm = new Alarm(clock, () => this.proceed());
	}

	openQueue(maxInFlight: number, signal: AbortSignal): ExecutionQueue {
		return new ExecutionQueue(maxInFlight, signal, () => this.proceed());
	}

	/**
	 * Sends when it is its turn, again after a rate limit, and as the policy says after a failure.
	 * @throws HALTED, the reason of the queue's signal, or what `send` rejects with
	 */
	async run(send: Send, queue: ExecutionQueue, options: QueueOptions): Promise<Outcome> {
		queue.check(options.item);
		return await new Promise<Outcome>((resolve, reject) => {
			this.add(queue, new QueuedRequest(send, options, resolve, reject));
			this.proceed();
		});
	}

	private add(queue: ExecutionQueue, request: QueuedRequest): void {
		if (this.isIdle) this.breaker.wake();
		queue.push(request);
		this.queues.add(queue);
	}

	private get isIdle(): boolean {
		return this.inFlight === 0 && this.queues.size === 0;
	}

	/** Sends whatever may be sent, and wakes up when the next request may. */
	private proceed(): void {
		let next = this.next();
		for (; next.queue !== undefined; next = this.next()) {
			const request = next.queue.take(this.clock.now(), this.breaker.isPaused);
			if (request !== undefined) void this.start(next.queue, request);
		}
		if (this.breaker.isOpen) this.failWaiting();
		if (this.isIdle) this.breaker.idle();
		this.alarm.set(this.queues.size === 0 ? Infinity : next.at);
	}

	/** The execution that sends next, or when one may. */
	private next(): { queue?: ExecutionQueue; at: number } {
		const now = this.clock.now();
		const isAbove = this.isFull;
		let best: ExecutionQueue | undefined;
		let wakeAt = Infinity;
		for (const queue of this.queues) {
			if (queue.isEmpty) this.queues.delete(queue);
			const hasPlace = !isAbove || (queue.inFlight === 0 && this.above === 0);
			if (queue.isEmpty || !hasPlace || (isAbove && this.breaker.isOpen)) continue;
			const sendAt = this.breaker.sendAt(queue.lastSend < 0, isAbove);
			const at = Math.max(queue.readyAt(), sendAt);
			if (at > now) {
				wakeAt = Math.min(wakeAt, at);
				queue.stand(now, sendAt > now);
			} else if (best === undefined || queue.comesBefore(best)) best = queue;
		}
		return { queue: best, at: wakeAt };
	}

	private get isFull(): boolean {
		return this.inFlight >= (this.breaker.isOpen ? 1 : Math.floor(this.window.size));
	}

	private async start(queue: ExecutionQueue, request: QueuedRequest): Promise<void> {
		const { clock, breaker } = this;
		const above = Number(this.isFull);
		this.above += above;
		const sentAt = clock.now();
		queue.afterSend(sentAt, this.sends++);
		this.inFlight += 1;
		const takeBack = breaker.afterSend();
		try {
			const outcome = await request.send();
			if (saysWorks(outcome) === undefined) takeBack();
			if (!queue.signal.aborted) this.learn(outcome, queue, request, sentAt);
			const isRetried = request.isRetried(outcome, breaker.counts, clock.now());
			if (isRetried) queue.check(request.item);
			if (isRetried && !breaker.isOpen) this.add(queue, request);
			else request.resolve(outcome);
			await this.rest(outcome);
		} catch (error) {
			request.reject(error);
		} finally {
			queue.inFlight -= 1;
			this.inFlight -= 1;
			this.above -= above;
			this.proceed();
		}
	}

	/** How long a place stays taken: what fails may end its execution before the next request is sent. */
	private async rest({ kind }: Outcome): Promise<void> {
		if (kind !== 'done') await this.clock.wait(kind === 'notSent' ? BOUNDS.reconnectMs : 0);
	}

	private learn(outcome: Outcome, queue: ExecutionQueue, request: QueuedRequest, sentAt: number) {
		const now = this.clock.now();
		const kind = `${request.options.method} ${outcome.kind}`;
		const works = saysWorks(outcome);
		if (works === true) {
			this.breaker.afterSuccess(outcome, sentAt, this.inFlight - 1);
			this.window.afterSuccess(this.inFlight, queue, kind, now - sentAt);
		} else if (works === false) {
			this.breaker.afterFailure(outcome, sentAt);
			this.window.afterFailure(outcome, sentAt, now);
		}
	}

	/** While the breaker is open, only a probe is waited for. */
	private failWaiting(): void {
		for (const queue of this.queues) queue.giveUp(this.breaker.last);
		this.queues.clear();
	}
}
