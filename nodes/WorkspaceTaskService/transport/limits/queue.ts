import type { Item } from './item';

interface Candidate {
	item: Item;
	at: number;
}

/** When the account may send an item, and how many pauses and probes it had since a success. */
interface State {
	now: number;
	rounds: number;
	resumesAt: (item: Item) => number;
}

/** The items that wait: runs take turns, and the items of a run come in their order. */
export class Queue {
	private items: Item[] = [];

	/**
	 * @param onChange called when an item came or was cancelled
	 * @throws the reason of the item's signal
	 */
	async wait(item: Item, onChange: () => void): Promise<boolean> {
		// Its own listeners: Node.js warns of more than ten on one signal.
		const own = AbortSignal.any([item.turn.signal]);
		own.throwIfAborted();
		return await new Promise((resolve, reject) => {
			const cancel = () => {
				this.remove(item);
				onChange();
				reject(own.reason);
			};
			own.addEventListener('abort', cancel);
			item.admit = (isAdmitted) => {
				own.removeEventListener('abort', cancel);
				resolve(isAdmitted);
			};
			this.items.push(item);
			onChange();
		});
	}

	remove(item: Item): void {
		this.items = this.items.filter((one) => one !== item);
	}

	filter(isWanted: (item: Item) => boolean): Item[] {
		return this.items.filter(isWanted);
	}

	/** The item that may be sent first, and when. */
	next({ now, rounds, resumesAt }: State): Candidate | undefined {
		let best: Candidate | undefined;
		for (const item of this.items) {
			const { share } = item.turn;
			if (share.inFlight >= share.maxInFlight) continue;
			const one = { item, at: Math.max(now, item.readyAt, resumesAt(item)) };
			if (best === undefined || compare(one, best, rounds) < 0) best = one;
		}
		return best;
	}
}

const servedAs = ({ turn }: Item) => turn.share.servedAs ?? 0;

function compare(a: Candidate, b: Candidate, rounds: number): number {
	return (
		a.at - b.at ||
		a.item.precedence(rounds) - b.item.precedence(rounds) ||
		servedAs(a.item) - servedAs(b.item) ||
		a.item.rank - b.item.rank
	);
}
