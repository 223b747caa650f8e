import { BoundedMap } from '../boundedMap';
import { sha256 } from './key';

/** Of about 10,000 deliveries, in some 5 MB. */
const MAX_KEYS = 30_000;

/** A repetition of an event has one of its keys. */
export interface DedupKey {
	text: string;
	/** From its first claim. */
	keptForMs: number;
}

/** The events of the last deliveries to this process; the oldest are forgotten first. */
export class DedupMemory {
	/** Expiry in ms since 1970 by the digest of a key. */
	private readonly expiries: BoundedMap<number>;

	constructor(maxKeys = MAX_KEYS) {
		this.expiries = new BoundedMap(maxKeys);
	}

	/**
	 * For each event of one delivery: whether none of its keys was claimed by an earlier delivery. From
	 * now on all of them are. Events of one delivery are never repetitions of each other.
	 */
	claim(events: DedupKey[][], now: Date): boolean[] {
		const isKept = ({ text }: DedupKey) => (this.expiries.get(digest(text)) ?? -Infinity) > +now;
		const isNew = events.map((keys) => !keys.some(isKept));
		// The first time counts: otherwise a steady repetition would never be let through.
		for (const key of events.flat().filter((one) => !isKept(one))) {
			this.expiries.set(digest(key.text), +now + key.keptForMs);
		}
		return isNew;
	}

	/** For an event that did not start the workflow after all. */
	forget(keys: DedupKey[]): void {
		for (const { text } of keys) this.expiries.delete(digest(text));
	}

	get size(): number {
		return this.expiries.size;
	}
}

/** 128 bits of it, so that the memory does not grow with what strangers put into a header. */
function digest(text: string): string {
	return sha256(text).slice(0, 32);
}
