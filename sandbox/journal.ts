import { maskText } from './mask';

/** The oldest records go when a sandbox that runs for days has more than these. */
const MOST_RECORDS = 50_000;

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
	addDelivery(record: RecordedDelivery): void;
	clear(): void;
}

export function createJournal(): Journal {
	const requests: RecordedRequest[] = [];
	const deliveries: RecordedDelivery[] = [];

	return {
		requests: () => requests.map((record) => ({ ...record })),
		deliveries: () => deliveries.map((record) => ({ ...record })),
		addRequest: (record) => append(requests, record),
		addDelivery: (record) =>
			append(deliveries, { ...record, error: record.error && maskText(record.error) }),
		clear() {
			requests.length = 0;
			deliveries.length = 0;
		},
	};
}

function append<T>(records: T[], record: T): void {
	records.push(record);
	if (records.length > MOST_RECORDS) records.shift();
}
