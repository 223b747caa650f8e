const queues = new Map<string, Promise<unknown>>();

/** Work of the same key is done one after the other, in this process. */
export async function inTurn<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
	const before = queues.get(key);
	const done = (async () => {
		await before;
		return await work();
	})();
	const settled = Promise.allSettled([done]);
	queues.set(key, settled);
	try {
		return await done;
	} finally {
		if (queues.get(key) === settled) queues.delete(key);
	}
}

/** What is made once for all who ask; also its failure. */
export async function once<Value>(
	made: Map<string, Promise<Value>>,
	key: string,
	make: () => Promise<Value>,
): Promise<Value> {
	const value = made.get(key) ?? make();
	made.set(key, value);
	return await value;
}
