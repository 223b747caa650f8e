import { untilAborted } from '../../time/abort';
import type { Step } from '../../transport/outcome';

/** By key: ends with the last work of that key. */
const queues = new Map<string, Promise<void>>();

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
	const before = queues.get(key);
	const done = (async () => {
		if (signal === undefined) await before;
		else await untilAborted(signal, before);
		return await work();
	})();
	// If the wait was ended, the work before it may still be in progress.
	const ended = Promise.allSettled([before, done]).then(() => {
		if (queues.get(key) === ended) queues.delete(key);
	});
	queues.set(key, ended);
	return await done;
}

/** Items with the same key, of all executions, are sent one after the other, each with its own retries. */
export function takeTurns(key: string | undefined, signal: AbortSignal): Step {
	if (key === undefined) return (next) => next;
	return (next) => async () => await serialize(key, next, signal);
}
