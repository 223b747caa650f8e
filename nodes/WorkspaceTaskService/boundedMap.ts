/** The latest entries: the oldest goes when there are more than `most`; one set again is the latest. */
export class BoundedMap<Value> extends Map<string, Value> {
	constructor(private readonly most: number) {
		super();
	}

	override set(key: string, value: Value): this {
		this.delete(key);
		super.set(key, value);
		const [oldest] = this.keys();
		if (this.size > this.most && oldest !== undefined) this.delete(oldest);
		return this;
	}
}
