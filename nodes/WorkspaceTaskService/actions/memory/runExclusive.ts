import { untilAborted } from '../../time';

const queues = new Map<string, Promise<unknown>>();

/**
 * A mutex: work of the same key is done one after the other, in this process.
 * @throws the reason of the signal if that ends the wait
 */
export async function runExclusive<Value>(
	key: string,
	work: () => Promise<Value>,
	signal?: AbortSignal,
): Promise<Value> {
	const before = queues.get(key);
	const done = (async () => {
		await (signal === undefined ? before : untilAborted(signal, before));
		return await work();
	})();
	const settled = Promise.allSettled([before, done]).then(() => {
		if (queues.get(key) === settled) queues.delete(key);
	});
	queues.set(key, settled);
	return await done;
}
