import { createHash } from 'crypto';

import { BoundedMap } from '../boundedMap';
import type { Trait } from './ids';

/** Of about 10,000 deliveries, in some 5 MB. */
const TRAITS_KEPT = 30_000;

/**
 * The short memory of deliveries: which traits were seen, and until when that counts. It lives in
 * one process and is bounded; the oldest go first.
 */
export class Duplicates {
	/** Expiry in ms since 1970 by the digest of a trait. */
	private readonly expiries: BoundedMap<number>;

	constructor(mostKept = TRAITS_KEPT) {
		this.expiries = new BoundedMap(mostKept);
	}

	/**
	 * For each event of one delivery whether none of its traits was seen in an earlier one. From now on
	 * they all were. Events of one delivery are never repetitions of each other.
	 */
	areNew(events: Trait[][], now: Date): boolean[] {
		const digested = events.map((traits) =>
			traits.map(({ text, keptForMs }) => ({ key: digest(text), keptForMs })),
		);
		const news = digested.map((traits) => !traits.some(({ key }) => this.isKept(key, now)));
		for (const { key, keptForMs } of digested.flat()) {
			// The first time counts: else a steady repetition would be silenced for ever.
			if (!this.isKept(key, now)) this.expiries.set(key, now.getTime() + keptForMs);
		}
		return news;
	}

	/** For an event that did not start the workflow after all. */
	forget(traits: Trait[]): void {
		for (const { text } of traits) this.expiries.delete(digest(text));
	}

	get size(): number {
		return this.expiries.size;
	}

	private isKept(key: string, now: Date): boolean {
		return (this.expiries.get(key) ?? -Infinity) > now.getTime();
	}
}

/** 128 bits of it, so that the memory does not grow with what strangers put into a header. */
function digest(text: string): string {
	return createHash('sha256').update(text).digest('base64').slice(0, 22);
}
