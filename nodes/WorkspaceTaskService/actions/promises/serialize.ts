import { untilAborted } from '../../time/abort';

/** By key, the work that was added last. */
const lastWork = new Map<string, Promise<void>>();

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
