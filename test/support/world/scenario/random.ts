/** A seeded sequence (mulberry32). */
export class Dice {
	constructor(private state: number) {}

	/** From 0 up to 1. */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	is(probability: number): boolean {
		return this.next() < probability;
	}

	/** Both bounds included. */
	int(min: number, max: number): number {
		return min + Math.floor(this.next() * (max - min + 1));
	}

	pick<Value>(...values: [Value, ...Value[]]): Value {
		return values[Math.floor(this.next() * values.length)] ?? values[0];
	}
}

/** From 0 up to 1, by name: what a shrunk scenario lacks changes nothing for the rest. */
export function chanceOf(...parts: Array<string | number>): number {
	let hash = 0;
	for (const character of parts.join(' ')) hash = Math.imul(hash, 31) + character.charCodeAt(0);
	return new Dice(hash).next();
}
