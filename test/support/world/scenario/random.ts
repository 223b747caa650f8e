/** A seeded sequence (mulberry32). @returns from 0 up to 1 */
export function sequence(state: number): () => number {
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** From 0 up to 1, by name: what a shrunk scenario lacks changes nothing for the rest. */
export function chanceOf(...parts: Array<string | number>): number {
	let hash = 0;
	for (const character of parts.join(' ')) hash = Math.imul(hash, 31) + character.charCodeAt(0);
	return sequence(hash)();
}
