import { untilAborted } from '../time/clock';
import type { Step } from '../transport/outcome';

/** A mutex for each key: work waits until the previous work of its key has ended, however it ended. */
export class Turns {
	/** By key, the work that was added last. */
	private readonly lastWork = new Map<string, Promise<unknown>>();

	/** @throws the reason of the signal if the signal ends the wait */
	async take<Value>(key: string, work: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
		const previous = this.lastWork.get(key);
		const turn = signal === undefined ? Promise.resolve(previous) : untilAborted(signal, previous);
		const result = turn.then(work);
		// If the wait was ended, the previous work may still be in progress.
		const ended = Promise.allSettled([previous, result]).then(() => {
			if (this.lastWork.get(key) === ended) this.lastWork.delete(key);
		});
		this.lastWork.set(key, ended);
		return await result;
	}
}

const turns = new Turns();

/** Items with the same turn key, of all executions in this process, take turns, each with all its tries. */
export function takeTurn(turnKey: string, signal: AbortSignal): Step {
	return (next) => async () => await turns.take(turnKey, next, signal);
}
