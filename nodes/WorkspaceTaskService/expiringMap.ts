/** A memory of this process. Each entry expires; beyond `max` entries, the oldest is removed. */
export class ExpiringMap<Value> {
	/** `until` is in milliseconds since 1970. */
	private readonly entries = new Map<string, { value: Value; until: number }>();

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
}
