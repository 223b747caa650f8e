interface ExpiringEntry<Value> {
	value: Value;
	/** By the clock; Infinity without a time. */
	expiresAt: number;
}

/**
 * A memory of this process. Beyond `max` entries, the one set longest ago goes. An entry may also have a time.
 * Setting the date changes nothing.
 */
export class ExpiringBoundedMap<Value> {
	private readonly entries = new Map<string, ExpiringEntry<Value>>();

	constructor(
		private readonly max: number,
		/** Of a monotonic clock. */
		private readonly now = () => performance.now(),
	) {}

	get(key: string): Value | undefined {
		const entry = this.entries.get(key);
		if (entry === undefined) return undefined;
		if (this.now() < entry.expiresAt) return entry.value;
		this.entries.delete(key);
		return undefined;
	}

	/** The key becomes the newest, also if it is set again. */
	set(key: string, value: Value, ttlMs = Infinity): Value {
		this.entries.delete(key);
		this.entries.set(key, { value, expiresAt: this.now() + ttlMs });
		const [oldest = key] = this.entries.keys();
		if (this.entries.size > this.max) this.entries.delete(oldest);
		return value;
	}

	delete(key: string): void {
		this.entries.delete(key);
	}
}
