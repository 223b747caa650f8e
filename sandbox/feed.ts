import type { RecordedDelivery, RecordedRequest } from './records';

/** As many as the page shows. */
const MOST_ENTRIES = 200;

/** One line of the page's log. `number` counts from 1 at the start and stays with its record. */
export type FeedEntry =
	| { number: number; kind: 'request'; record: RecordedRequest }
	| { number: number; kind: 'delivery'; record: RecordedDelivery };

export type FeedEvent =
	/** A new record, or a change of one that was announced before. */
	| { type: 'entry'; entry: FeedEntry }
	/** The records were forgotten. */
	| { type: 'cleared' }
	/** Boards, tasks, webhooks or faults may differ from before. */
	| { type: 'changed' };

type Listener = (event: FeedEvent) => void;

/** What happens in the sandbox, live, for the page. */
export interface Feed {
	/** The latest entries, oldest first. */
	latest(): FeedEntry[];
	/** Announces a request, and again when its record changes. */
	request(record: RecordedRequest): void;
	delivery(record: RecordedDelivery): void;
	changed(): void;
	clear(): void;
	/** Returns what ends the subscription. */
	subscribe(listener: Listener): () => void;
}

export function createFeed(): Feed {
	const entries: FeedEntry[] = [];
	const known = new WeakMap<RecordedRequest, FeedEntry>();
	const listeners = new Set<Listener>();
	let count = 0;

	const emit: Listener = (event) => {
		for (const listener of listeners) listener(event);
	};
	const add = (entry: FeedEntry) => {
		entries.push(entry);
		if (entries.length > MOST_ENTRIES) entries.shift();
		emit({ type: 'entry', entry });
	};

	return {
		latest: () => [...entries],
		request(record) {
			const announced = known.get(record);
			if (announced) return emit({ type: 'entry', entry: announced });
			const entry: FeedEntry = { number: ++count, kind: 'request', record };
			known.set(record, entry);
			add(entry);
		},
		delivery: (record) => add({ number: ++count, kind: 'delivery', record }),
		changed: () => emit({ type: 'changed' }),
		clear() {
			entries.length = 0;
			emit({ type: 'cleared' });
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
