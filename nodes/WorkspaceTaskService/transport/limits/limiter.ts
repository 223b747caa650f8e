import type { Call } from '../../api/calls';
import { ExpiringMap } from '../../expiringMap';
import { Alarm, systemClock, type Clock } from '../../time/clock';
import type { Outcome } from '../outcome';
import { Endpoint } from './endpoint';
import { ExecutionQueue } from './executionQueue';
import { Pause } from './pause';
import { Turn } from './turn';

const MAX_ACCOUNTS = 1_000;

const limiters = new ExpiringMap<Limiter>(MAX_ACCOUNTS);

interface TryEnd {
	/** Undefined if the send threw. */
	outcome?: Outcome;
	/** Until the request is sent again; undefined if it is not. */
	waitMs?: number;
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
	private readonly endpoints = new Map<Call, Endpoint>();
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
	 * Lines up a request of an item. It is sent once its turn has begun, and then the turn must be ended.
	 * The wait rejects with HALTED, or the reason of the queue's signal.
	 */
	enter(queue: ExecutionQueue, call: Call, item: number): Turn {
		const turn = new Turn(item, this.endpointOf(call));
		queue.push(turn);
		this.queues.add(queue);
		this.proceed();
		return turn;
	}

	/** Learns from the outcome, and lets the next request begin. */
	async end(queue: ExecutionQueue, turn: Turn, { outcome, waitMs }: TryEnd): Promise<void> {
		const { endpoint } = turn;
		if (outcome !== undefined && !queue.signal.aborted) endpoint.learn(outcome, queue, turn);
		const isGivenUp = this.endGivenUp(queue, endpoint);
		if (outcome !== undefined && waitMs !== undefined) {
			turn.waitAgain(outcome, this.clock.now() + waitMs);
			if (isGivenUp) turn.start(outcome);
			else queue.push(turn);
			if (!isGivenUp && turn.isOftenRefused) queue.onOftenRefused?.(turn.item);
		}
		const isFinal = waitMs === undefined || isGivenUp;
		// What fails may end its execution before the next request is sent.
		if (isFinal && outcome !== undefined && outcome.kind !== 'done') await this.clock.wait(0);
		endpoint.inFlight -= 1;
		queue.inFlight -= 1;
		this.queues.add(queue);
		this.proceed();
	}

	private endpointOf(call: Call): Endpoint {
		const { clock, asked, endpoints } = this;
		const endpoint = endpoints.get(call) ?? new Endpoint(clock, new Pause(clock, asked));
		endpoints.set(call, endpoint);
		return endpoint;
	}

	/** Starts whatever may be sent, and wakes up when the next request may. */
	private proceed(): void {
		let next = this.next();
		while (next.best !== undefined) {
			this.start(next.best.queue, next.best.turn);
			next = this.next();
		}
		this.alarm.set(next.wakeAt);
	}

	/** The request that is sent next, or when one may be. */
	private next(): { best?: { queue: ExecutionQueue; turn: Turn }; wakeAt: number } {
		const now = this.clock.now();
		let best: { queue: ExecutionQueue; turn: Turn } | undefined;
		let wakeAt = Infinity;
		for (const queue of this.queues) {
			let turn = queue.next(now);
			while (turn !== undefined && this.endGivenUp(queue, turn.endpoint)) turn = queue.next(now);
			if (turn === undefined) {
				this.queues.delete(queue);
				continue;
			}
			const { endpoint, readyAt, list } = turn;
			const at = Math.max(readyAt, endpoint.pause.nextAt);
			if (at > now) {
				if (list !== 'retried') queue.hold(now, at);
				wakeAt = Math.min(wakeAt, at);
				continue;
			}
			const isBetter = best === undefined || queue.comesBefore(best.queue);
			if (isBetter && endpoint.allows(queue)) best = { queue, turn };
		}
		return { best, wakeAt };
	}

	/** @returns whether what the execution has waiting for this endpoint has ended unsent */
	private endGivenUp(queue: ExecutionQueue, endpoint: Endpoint): boolean {
		const givenUp = endpoint.givenUpFor(queue);
		if (givenUp === undefined) return false;
		const ended = queue.remove((turn) => turn.endpoint === endpoint);
		for (const turn of ended) turn.start(turn.last ?? givenUp);
		return true;
	}

	private start(queue: ExecutionQueue, turn: Turn): void {
		queue.waiting[turn.list].shift();
		queue.lastSend = this.sends++;
		queue.inFlight += 1;
		turn.endpoint.inFlight += 1;
		turn.endpoint.pause.sent();
		turn.sentAt = this.clock.now();
		turn.start();
	}
}
