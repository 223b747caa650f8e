import { untilAborted } from '../../time/clock';
import type { Step } from '../../transport/outcome';
import type { Item } from '../item';

/** A mutex for each key: work waits until the previous work of its key has ended, however it ended. */
export class Turns {
	/** By key, the work that was added last. */
	private readonly lastWork = new Map<string, Promise<void>>();

	/** @throws the reason of the signal if the signal ends the wait */
	async take<Value>(key: string, work: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
		const previous = this.lastWork.get(key);
		const result = workAfter(previous, work, signal);
		// If the wait was ended, the previous work may still be in progress.
		const ended = Promise.allSettled([previous, result]).then(() => {
			if (this.lastWork.get(key) === ended) this.lastWork.delete(key);
		});
		this.lastWork.set(key, ended);
		return await result;
	}
}

async function workAfter<Value>(
	previous: Promise<void> | undefined,
	work: () => Promise<Value>,
	signal: AbortSignal | undefined,
): Promise<Value> {
	await (signal === undefined ? previous : untilAborted(signal, previous));
	return await work();
}

const turns = new Turns();

/**
 * Items with the same turn key, of all executions in this process, take turns, each with all its tries.
 * @throws the reason of the item's signal, which ends the wait
 */
export function takeTurn({ signal }: Pick<Item, 'signal'>, turnKey: string): Step {
	return (next) => async () => {
		const inTurn = async () => {
			signal.throwIfAborted();
			return await next();
		};
		return await turns.take(turnKey, inTurn, signal);
	};
}
