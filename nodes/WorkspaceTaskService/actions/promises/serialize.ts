import { untilAborted } from '../../time/abort';

/** By key, the work that was added last. */
const lastWork = new Map<string, Promise<void>>();

/**
 * A mutex: work of the same key is done one after the other in this process, however the work before
 * it ended.
 * @throws the reason of the signal if the signal ends the wait
 */
export async function serialize<Value>(
	key: string,
	work: () => Promise<Value>,
	signal?: AbortSignal,
): Promise<Value> {
	const before = lastWork.get(key);
	const done = workAfter(before, work, signal);
	// If the wait was ended, the work before it may still be in progress.
	const ended = Promise.allSettled([before, done]).then(() => {
		if (lastWork.get(key) === ended) lastWork.delete(key);
	});
	lastWork.set(key, ended);
	return await done;
}

async function workAfter<Value>(
	before: Promise<void> | undefined,
	work: () => Promise<Value>,
	signal: AbortSignal | undefined,
): Promise<Value> {
	if (signal === undefined) {
		await before;
	} else {
		await untilAborted(signal, before);
	}
	return await work();
}
