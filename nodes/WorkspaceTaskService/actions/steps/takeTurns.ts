import { untilAborted } from '../../time/clock';
import type { Step } from '../../transport/outcome';

/** By key, the work that was added last. */
const lastWork = new Map<string, Promise<void>>();

/**
 * Items with the same turn key, of all executions, take turns, each with all its retries.
 * @throws the reason of the signal, which ends the wait
 */
export function takeTurns(turnKey: string | undefined, signal: AbortSignal): Step {
	if (turnKey === undefined) return (next) => next;
	return (next) => async () => {
		const inTurn = async () => {
			signal.throwIfAborted();
			return await next();
		};
		return await serialize(turnKey, inTurn, signal);
	};
}

/**
 * A mutex: in this process, work waits until the previous work of the same key has ended, however it
 * ended.
 * @throws the reason of the signal if the signal ends the wait
 */
export async function serialize<Value>(
	key: string,
	work: () => Promise<Value>,
	signal?: AbortSignal,
): Promise<Value> {
	const previous = lastWork.get(key);
	const result = workAfter(previous, work, signal);
	// If the wait was ended, the previous work may still be in progress.
	const ended = Promise.allSettled([previous, result]).then(() => {
		if (lastWork.get(key) === ended) lastWork.delete(key);
	});
	lastWork.set(key, ended);
	return await result;
}

async function workAfter<Value>(
	previous: Promise<void> | undefined,
	work: () => Promise<Value>,
	signal: AbortSignal | undefined,
): Promise<Value> {
	if (signal === undefined) {
		await previous;
	} else {
		await untilAborted(signal, previous);
	}
	return await work();
}
