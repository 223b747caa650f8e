const queues = new Map<string, Promise<unknown>>();

/** A mutex: work of the same key is done one after the other, in this process. */
export async function runExclusive<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
	const before = queues.get(key);
	const done = (async () => {
		await before;
		return await work();
	})();
	const settled = Promise.allSettled([done]).then(() => {
		if (queues.get(key) === settled) queues.delete(key);
	});
	queues.set(key, settled);
	return await done;
}
