import type { Endpoint } from './endpoint';
import type { ExecutionQueue } from './executionQueue';
import type { Turn } from './turn';

interface Chosen {
	queue: ExecutionQueue;
	turn: Turn;
}

/**
 * Fair queueing: a free place goes to the execution with the fewest requests in flight, then to the
 * execution that sent longest ago. To choose costs time by executions, not by their items.
 */
export class FairQueues {
	/** The queues that may have something to send. */
	private readonly queues = new Set<ExecutionQueue>();

	add(queue: ExecutionQueue): void {
		this.queues.add(queue);
	}

	/** The request that is sent next, or when to look again. */
	next(now: number): { chosen?: Chosen; wakeAt: number } {
		let chosen: Chosen | undefined;
		let wakeAt = Infinity;
		for (const queue of this.queues) {
			const turn = nextTurn(queue, now);
			if (turn === undefined) {
				this.queues.delete(queue);
				continue;
			}
			const sendableAt = Math.max(turn.readyAt, turn.endpoint.pause.nextAt);
			if (sendableAt > now) {
				wakeAt = Math.min(wakeAt, sendableAt);
				// The wait before a retry is not a wait for a rate limit.
				if (turn.list !== 'retried') queue.hold(now, sendableAt);
				continue;
			}
			const isBetter = chosen === undefined || queue.comesBefore(chosen.queue);
			if (isBetter && turn.endpoint.allows(queue)) chosen = { queue, turn };
		}
		return { chosen, wakeAt };
	}
}

/** Requests before it that may not be sent any more end here. */
function nextTurn(queue: ExecutionQueue, now: number): Turn | undefined {
	let turn = queue.next(now);
	while (turn !== undefined && endGivenUp(queue, turn.endpoint)) {
		turn = queue.next(now);
	}
	return turn;
}

/** @returns whether what the execution has waiting for this endpoint has ended unsent */
export function endGivenUp(queue: ExecutionQueue, endpoint: Endpoint): boolean {
	const givenUp = endpoint.givenUpFor(queue);
	if (givenUp === undefined) return false;
	const ended = queue.remove((turn) => turn.endpoint === endpoint);
	for (const turn of ended) {
		turn.start(turn.last ?? givenUp);
	}
	return true;
}
