interface Entry<Value> {
	value: Value;
	/** In milliseconds since 1970. */
	until: number;
}

/**
 * The memory of this process: at most `max` entries, of which the one set longest ago goes first,
 * and none after its time.
 */
export class ExpiringMap<Value> {
	private readonly entries = new Map<string, Entry<Value>>();

	constructor(
		private readonly max: number,
		private readonly now = () => Date.now(),
	) {}

	get(key: string): Value | undefined {
		const entry = this.entries.get(key);
		if (entry === undefined || this.now() < entry.until) return entry?.value;
		this.entries.delete(key);
		return undefined;
	}

	set(key: string, value: Value, ttlMs = Infinity): Value {
		this.entries.delete(key);
		this.entries.set(key, { value, until: this.now() + ttlMs });
		const [oldest] = this.entries.keys();
		if (this.entries.size > this.max && oldest !== undefined) this.entries.delete(oldest);
		return value;
	}

	delete(key: string): void {
		this.entries.delete(key);
	}

	/** One promise for all callers of a key. One that rejects is forgotten. */
	async share<Result>(
		this: ExpiringMap<Promise<Result>>,
		key: string,
		make: () => Promise<Result>,
		ttlMs = Infinity,
	): Promise<Result> {
		const shared = this.get(key);
		if (shared !== undefined) return await shared;
		const made = this.set(key, make(), ttlMs);
		made.catch(() => {
			if (this.get(key) === made) this.delete(key);
		});
		return await made;
	}
}
