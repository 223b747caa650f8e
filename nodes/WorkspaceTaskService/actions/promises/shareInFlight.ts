/**
 * Single flight: work of the same key is done once, and its value is shared, until its value can no longer
 * be shared. Then the first caller that waited does the work again, and the other callers wait for that.
 * @param values of the latest work, by key. Work that fails is removed.
 */
export async function shareInFlight<Value>(
	values: Map<string, Promise<Value>>,
	key: string,
	{ work, canShare }: Flight<Value>,
): Promise<Value> {
	let refused: Promise<Value> | undefined;
	for (;;) {
		const latest = values.get(key);
		if (latest === undefined || latest === refused) break;
		if (await canShare(latest)) return await latest;
		refused = latest;
	}
	const value = work();
	values.set(key, value);
	value.catch(() => {
		if (values.get(key) === value) values.delete(key);
	});
	return await value;
}

interface Flight<Value> {
	work(): Promise<Value>;
	/** Asked when a caller meets a value, which may still be in flight. */
	canShare(value: Promise<Value>): Promise<boolean>;
}
