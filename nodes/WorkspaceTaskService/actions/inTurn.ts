import { untilAborted } from '../transport/limits/clock';

const queues = new Map<string, Promise<unknown>>();

/**
 * Work of the same key is done one after the other, in this process.
 * @throws the reason of the signal if that ends the wait
 */
export async function inTurn<Value>(
	key: string,
	work: () => Promise<Value>,
	signal?: AbortSignal,
): Promise<Value> {
	const before = queues.get(key);
	const done = (async () => {
		await (signal === undefined ? before : untilAborted(AbortSignal.any([signal]), before));
		return await work();
	})();
	const settled = Promise.allSettled([before, done]).then(() => {
		if (queues.get(key) === settled) queues.delete(key);
	});
	queues.set(key, settled);
	return await done;
}

/**
 * Makes a value once per key. All callers share it, or its failure.
 * @param isShared whether the others get what was made, or make their own
 */
export async function once<Value>(
	made: Map<string, Promise<Value>>,
	key: string,
	make: () => Promise<Value>,
	isShared: (value: Value) => boolean = () => true,
): Promise<Value> {
	for (let earlier = made.get(key); earlier !== undefined; earlier = made.get(key)) {
		const value = await earlier;
		if (isShared(value)) return value;
		if (made.get(key) === earlier) made.delete(key);
	}
	const own = make();
	made.set(key, own);
	return await own;
}
