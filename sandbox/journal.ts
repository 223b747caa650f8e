import type { Feed } from './feed';
import { maskText } from './mask';
import type { RecordedDelivery, RecordedRequest } from './records';

/** Bounds the memory of a sandbox that runs for days: at least this many, the latest, are kept. */
const KEPT_RECORDS = 50_000;
const DROPPED_AT_ONCE = 10_000;

/** What happened since the start or the last reset, oldest first. */
export interface Journal {
	requests(): RecordedRequest[];
	deliveries(): RecordedDelivery[];
	/** The record may be completed later by its owner. */
	addRequest(record: RecordedRequest): void;
	/** Tells watchers that the owner has completed the record. */
	announce(record: RecordedRequest): void;
	addDelivery(record: RecordedDelivery): void;
	clear(): void;
}

export function createJournal(feed: Feed): Journal {
	const requests: RecordedRequest[] = [];
	const deliveries: RecordedDelivery[] = [];

	return {
		requests: () => requests.map((record) => ({ ...record })),
		deliveries: () => deliveries.map((record) => ({ ...record })),
		addRequest: (record) => append(requests, record),
		announce: (record) => feed.request(record),
		addDelivery(record) {
			const masked = { ...record, error: record.error && maskText(record.error) };
			append(deliveries, masked);
			feed.delivery(masked);
		},
		clear() {
			requests.length = 0;
			deliveries.length = 0;
			feed.clear();
		},
	};
}

/** Drops the oldest in blocks, because removing one moves all the others. */
function append<T>(records: T[], record: T): void {
	records.push(record);
	if (records.length === KEPT_RECORDS + DROPPED_AT_ONCE) records.splice(0, DROPPED_AT_ONCE);
}
