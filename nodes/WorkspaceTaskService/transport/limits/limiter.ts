import type { Call } from '../../api/calls';
import { ExpiringMap } from '../../expiringMap';
import { Alarm, systemClock, type Clock } from '../../time/clock';
import type { Outcome } from '../outcome';
import { Endpoint } from './endpoint';
import { ExecutionQueue } from './executionQueue';
import { endGivenUp, FairQueues } from './fairQueues';
import { Pause } from './pause';
import { Turn } from './turn';

const MAX_ACCOUNTS = 1_000;

const limiters = new ExpiringMap<Limiter>(MAX_ACCOUNTS);

/** How a try ended. */
interface TryEnd {
	/** Undefined if the send threw. */
	outcome?: Outcome;
	/** How long until the request is sent again; undefined if it is not. */
	waitMs?: number;
}

/** The limiter of an account, for all executions in this process. */
export function limiterFor(key: string, clock: Clock = systemClock): Limiter {
	const limiter = limiters.get(key) ?? new Limiter(clock);
	return limiters.set(key, limiter);
}

/**
 * When the requests of an account are sent, in this process. A request enters, waits until its turn has
 * begun, is sent, and the turn ends.
 */
export class Limiter {
	private readonly queues = new FairQueues();
	private readonly endpoints = new Map<Call, Endpoint>();
	private readonly requestedPause = { failingSince: -Infinity, until: -Infinity };
	private readonly alarm: Alarm;
	private sends = 0;

	constructor(private readonly clock: Clock) {
		this.alarm = new Alarm(clock, () => this.proceed());
	}

	openQueue(concurrency: number): ExecutionQueue {
		return new ExecutionQueue(concurrency, () => this.proceed());
	}

	/** For a request of an item, and all its tries. */
	turnFor(call: Call, signal: AbortSignal, letNextPass?: () => void): Turn {
		let endpoint = this.endpoints.get(call);
		if (endpoint === undefined) {
			const pause = new Pause(this.clock, this.requestedPause);
			endpoint = new Endpoint(this.clock, pause);
			this.endpoints.set(call, endpoint);
		}
		return new Turn(signal, endpoint, letNextPass);
	}

	/**
	 * Lines up a request. It may be sent once its turn has begun, and then the turn must be ended.
	 * The wait rejects with the reason of its signal.
	 */
	enter(queue: ExecutionQueue, turn: Turn): void {
		queue.push(turn);
		this.queues.add(queue);
		this.proceed();
	}

	/**
	 * Right before a request is sent. If a pause has begun since its turn did, it waits for a new turn.
	 * @returns how the request ends if the endpoint is given up meanwhile
	 * @throws the reason of the signal of the turn
	 */
	async beforeSend(queue: ExecutionQueue, turn: Turn): Promise<Outcome | undefined> {
		turn.signal.throwIfAborted();
		while (this.clock.now() < turn.endpoint.pause.until) {
			// Meanwhile, other requests may be sent.
			this.leave(queue, turn);
			turn.waitForPause();
			this.enter(queue, turn);
			const givenUp = await turn.begun;
			if (givenUp !== undefined) return givenUp;
			turn.signal.throwIfAborted();
		}
		queue.lastSend = this.sends++;
		turn.sentAt = this.clock.now();
		return undefined;
	}

	/** As soon as a request has ended, before anything is written about it. */
	learn(queue: ExecutionQueue, turn: Turn, outcome: Outcome): void {
		if (outcome.kind === 'rateLimited') turn.countRefusal(outcome);
		turn.endpoint.learn(outcome, queue, turn);
		endGivenUp(queue, turn.endpoint);
	}

	/**
	 * Ends a turn, and starts what may be sent next. A request that is sent again lines up before the
	 * first wait in here: `turn.begun` is then a new wait, which lasts `waitMs` at least.
	 */
	async end(queue: ExecutionQueue, turn: Turn, { outcome, waitMs }: TryEnd): Promise<void> {
		const isGivenUp = endGivenUp(queue, turn.endpoint);
		const isAgain = outcome !== undefined && waitMs !== undefined;
		if (isAgain) {
			turn.waitAgain(outcome, this.clock.now() + waitMs);
			if (isGivenUp) {
				turn.start(outcome);
			} else {
				queue.push(turn);
				if (turn.isOftenRefused) turn.letNextPass?.();
			}
		}
		const isFinal = !isAgain || isGivenUp;
		const isFailure = outcome !== undefined && outcome.kind !== 'done';
		// A failure may end its execution: first let the item do that, then send the next request.
		if (isFinal && isFailure) await this.clock.wait(0);
		this.leave(queue, turn);
		this.queues.add(queue);
		this.proceed();
	}

	/** Starts whatever may be sent, and wakes up when the next request may. */
	private proceed(): void {
		let next = this.queues.next(this.clock.now());
		while (next.chosen !== undefined) {
			this.start(next.chosen.queue, next.chosen.turn);
			next = this.queues.next(this.clock.now());
		}
		this.alarm.set(next.wakeAt);
	}

	private start(queue: ExecutionQueue, turn: Turn): void {
		const { endpoint } = turn;
		queue.waiting[turn.list].shift();
		queue.inFlight += 1;
		endpoint.inFlight += 1;
		endpoint.pause.sent();
		turn.isInFlight = true;
		turn.start();
	}

	private leave(queue: ExecutionQueue, turn: Turn): void {
		if (!turn.isInFlight) return;
		turn.isInFlight = false;
		turn.endpoint.inFlight -= 1;
		queue.inFlight -= 1;
	}
}
