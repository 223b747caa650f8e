import type { Feed } from './feed';
import { maskText } from './mask';

/** A sandbox that runs for days keeps at least these, the latest. */
const KEPT_RECORDS = 50_000;
const DROPPED_AT_ONCE = 10_000;

/** A request to any path but `/sandbox/*`; secrets are masked. */
export interface RecordedRequest {
	method: string;
	/** Without the query. */
	path: string;
	query: unknown;
	/** `null` until an answer leaves. */
	status: number | null;
	/** Whether the API document lists this method and path. */
	documented: boolean;
	/** Scheme only, `null` when the header was missing. */
	authorization: string | null;
	/** Parsed JSON, else the text; `null` when there was none. */
	body: unknown;
	/** Id of the fault that struck it. */
	fault: number | null;
	/** ISO time of arrival. */
	at: string;
}

/** One attempt to deliver one notification. */
export interface RecordedDelivery {
	webhookId: number;
	deliveryId: string;
	event: string;
	/** Counts from 1. */
	attempt: number;
	/** What the receiver answered, `null` when it did not. */
	status: number | null;
	/** Why there was no answer. */
	error: string | null;
	/** ISO time of the attempt's start. */
	at: string;
	/** What was sent: parsed JSON, else the text. */
	body: unknown;
	/** Id of the fault that struck it. */
	fault: number | null;
}

/** What happened since the start or the last reset, oldest first. */
export interface Journal {
	requests(): RecordedRequest[];
	deliveries(): RecordedDelivery[];
	/** The record may be completed later by its owner. */
	addRequest(record: RecordedRequest): void;
	/** Tells those who watch that the owner completed the record. */
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

/** Drops the oldest in blocks: to remove one moves all the others. */
function append<T>(records: T[], record: T): void {
	records.push(record);
	if (records.length === KEPT_RECORDS + DROPPED_AT_ONCE) records.splice(0, DROPPED_AT_ONCE);
}
