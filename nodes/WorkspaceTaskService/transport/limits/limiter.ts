import { ExpiringMap } from '../../expiringMap';
import { Alarm, systemClock, type Clock } from '../../time';
import type { Outcome, Send } from '../outcome';
import { Endpoint } from './endpoint';
import { ExecutionQueue } from './executionQueue';
import { Pause } from './pause';
import { QueuedRequest, type QueueOptions } from './queuedRequest';

const MAX_ACCOUNTS = 1_000;

const limiters = new ExpiringMap<Limiter>(MAX_ACCOUNTS);

interface Turn {
	queue: ExecutionQueue;
	request: QueuedRequest;
}

/** The one limiter of an account, for all executions in this process. */
export function limiterFor(key: string, clock: Clock = systemClock): Limiter {
	return limiters.set(key, limiters.get(key) ?? new Limiter(clock));
}

/**
 * The requests of one account in this process. Fair queueing: a free place goes to the execution with
 * the fewest requests in flight, then to the one that sent longest ago.
 */
export class Limiter {
	/** Those that may have something to send. */
	private readonly queues = new Set<ExecutionQueue>();
	private readonly endpoints = new Map<string, Endpoint>();
	private readonly asked = { since: -Infinity, until: -Infinity };
	private sends = 0;
	private readonly alarm: Alarm;

	constructor(private readonly clock: Clock) {
		this.alarm = new Alarm(clock, () => this.proceed());
	}

	openQueue(concurrency: number, signal: AbortSignal): ExecutionQueue {
		return new ExecutionQueue(concurrency, signal, () => this.proceed());
	}

	/**
	 * Sends when it is its turn, again after a rate limit, and as the policy says after a failure.
	 * @throws HALTED, the reason of the queue's signal, or what `send` rejects with
	 */
	async run(send: Send, queue: ExecutionQueue, options: QueueOptions): Promise<Outcome> {
		const { clock, asked, endpoints } = this;
		queue.check(options.item);
		const endpoint =
			endpoints.get(options.endpoint) ?? new Endpoint(clock, new Pause(clock, asked));
		endpoints.set(options.endpoint, endpoint);
		return await new Promise<Outcome>((resolve, reject) => {
			queue.push(new QueuedRequest(send, options, endpoint, resolve, reject));
			this.queues.add(queue);
			this.proceed();
		});
	}

	isGivenUp(endpoint: string): boolean {
		return this.endpoints.get(endpoint)?.isGivenUp === true;
	}

	/** Sends whatever may be sent, and wakes up when the next request may. */
	private proceed(): void {
		let next = this.next();
		for (; next.best !== undefined; next = this.next()) void this.start(next.best);
		this.alarm.set(next.wakeAt);
	}

	/** The request that is sent next, or when one may be. */
	private next(): { best?: Turn; wakeAt: number } {
		const now = this.clock.now();
		let best: Turn | undefined;
		let wakeAt = Infinity;
		for (const queue of this.queues) {
			let request = queue.next(now);
			while (request !== undefined && this.endGivenUp(queue, request.endpoint))
				request = queue.next(now);
			if (request === undefined) {
				this.queues.delete(queue);
				continue;
			}
			const { endpoint, readyAt, list } = request;
			const at = Math.max(readyAt, endpoint.pause.nextAt);
			const isBetter = best === undefined || queue.comesBefore(best.queue);
			if (at <= now && isBetter && endpoint.allows(queue)) best = { queue, request };
			if (at > now && list !== 'retried') queue.hold(now, at);
			if (at > now) wakeAt = Math.min(wakeAt, at);
		}
		return { best, wakeAt };
	}

	/** @returns whether what the execution has waiting for this endpoint has ended unsent */
	private endGivenUp(queue: ExecutionQueue, endpoint: Endpoint): boolean {
		const givenUp = endpoint.givenUpFor(queue);
		if (givenUp === undefined) return false;
		for (const { last, resolve } of queue.remove((one) => one.endpoint === endpoint))
			resolve(last ?? givenUp);
		return true;
	}

	private async start({ queue, request }: Turn): Promise<void> {
		const { endpoint, options } = request;
		const sentAt = this.clock.now();
		queue.waiting[request.list].shift();
		queue.lastSend = this.sends++;
		queue.inFlight += 1;
		endpoint.inFlight += 1;
		endpoint.pause.sent();
		try {
			const outcome = await request.send();
			if (!queue.signal.aborted) endpoint.learn(outcome, { execution: queue, request, sentAt });
			if (!this.endGivenUp(queue, endpoint) && request.isSentAgain(outcome, this.clock.now())) {
				queue.check(options.item);
				queue.push(request);
				if (request.isOftenRefused) queue.onOftenRefused?.(options.item);
			} else {
				request.resolve(outcome);
				// What fails may end its execution before the next request is sent.
				if (outcome.kind !== 'done') await this.clock.wait(0);
			}
		} catch (error) {
			request.reject(error);
		}
		endpoint.inFlight -= 1;
		queue.inFlight -= 1;
		this.queues.add(queue);
		this.proceed();
	}
}
