interface Flight<Value> {
	work(): Promise<Value>;
	/** Whether a caller may have a value, which may still be in flight. */
	canShare(value: Promise<Value>): Promise<boolean>;
}

/**
 * Single flight: callers with the same key share the value of the same work. If it cannot be shared, the
 * first caller that learns so does the work again, and the other callers wait for the new value.
 * @param values by key; the value of work that failed is removed
 */
export async function shareInFlight<Value>(
	values: Map<string, Promise<Value>>,
	key: string,
	{ work, canShare }: Flight<Value>,
): Promise<Value> {
	let unshared: Promise<Value> | undefined;
	for (;;) {
		const value = values.get(key);
		if (value === undefined || value === unshared) break;
		if (await canShare(value)) return await value;
		unshared = value;
	}
	const value = work();
	values.set(key, value);
	value.catch(() => {
		if (values.get(key) === value) values.delete(key);
	});
	return await value;
}
