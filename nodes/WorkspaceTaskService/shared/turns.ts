import { awaitUnlessAborted } from './clock';

/** By key, when the work that was added last has ended. */
const lastEnds = new Map<string, Promise<unknown>>();

/**
 * A mutex for each key, of all executions in this process: work waits until the previous work of its key
 * has ended, however it ended.
 * @throws the reason of the signal if the signal ends the wait
 */
export async function runInTurn<Value>(
	key: string,
	work: () => Promise<Value>,
	signal: AbortSignal = new AbortController().signal,
): Promise<Value> {
	const previous = lastEnds.get(key);
	const result = awaitUnlessAborted(signal, previous).then(work);
	// If the wait was ended, the previous work may still be in progress.
	const ended = Promise.allSettled([previous, result]).then(() => {
		if (lastEnds.get(key) === ended) lastEnds.delete(key);
	});
	lastEnds.set(key, ended);
	return await result;
}
