import type { HttpMessage } from './deliveries/message';
import { isNotListening, isSuccess, type SendResult } from './deliveries/send';
import type { Feed } from './feed';
import { logLine, type Exchange, type LogEntry } from './log';
import { maskBody, maskText } from './mask';
import type { Health, RecordedDelivery, RecordedRequest } from './records';

/** Bounds the memory of a sandbox that runs for days. */
const MAX_RECORDS = 50_000;
/** Lower: log entries hold both sides of an exchange. */
const MAX_ENTRIES = 5_000;

export type SentAttempt = Pick<
	RecordedDelivery,
	'webhookId' | 'deliveryId' | 'event' | 'attempt' | 'at' | 'fault'
> & { url: string; message: HttpMessage; result: SendResult };

/** What happened since the start or the last reset, oldest first. */
export class Journal {
	private requestRecords: RecordedRequest[] = [];
	private deliveryRecords: RecordedDelivery[] = [];
	private entries: LogEntry[] = [];
	private byRequest = new WeakMap<RecordedRequest, LogEntry>();
	private byDelivery = new Map<string, LogEntry & { kind: 'delivery' }>();
	private healthOf = new Map<number, Health>();
	private lastNumber = 0;

	constructor(private readonly feed: Feed) {}

	requests = () => this.requestRecords.map((record) => ({ ...record }));
	deliveries = () => this.deliveryRecords.map((record) => ({ ...record }));
	log = () => this.entries.map(logLine);
	entry = (number: number) => this.entries[number - (this.entries[0]?.number ?? 0)];
	/** `null` before the first delivery. */
	health = (webhookId: number): Health | null => this.healthOf.get(webhookId) ?? null;

	addRequest(exchange: Exchange<RecordedRequest>): void {
		append(this.requestRecords, exchange.record, MAX_RECORDS);
		const entry = this.addEntry({ kind: 'request', exchanges: [exchange], number: 0 });
		this.byRequest.set(exchange.record, entry);
	}

	/** Shows the entry again after its record has changed. */
	updateRequest(record: RecordedRequest): void {
		const entry = this.byRequest.get(record);
		if (entry) this.emitLine(entry);
	}

	addDelivery({ url, message, result, ...facts }: SentAttempt): void {
		const { status, error: reason, ms, headers, body } = result;
		const error = reason && maskText(reason);
		const notListening = isNotListening(result, url);
		const record = { ...facts, status, error, notListening, ms, body: maskBody(message.body) };
		append(this.deliveryRecords, record, MAX_RECORDS);
		this.countHealth(record);
		const response = status === null ? null : { headers, body };
		const exchange = { record, method: 'POST', url, sent: message, response };
		const known = this.byDelivery.get(record.deliveryId);
		if (known?.exchanges[0]?.record.webhookId === record.webhookId) {
			known.exchanges.push(exchange);
			known.nextAt = null;
			return this.emitLine(known);
		}
		const entry = { kind: 'delivery' as const, exchanges: [exchange], nextAt: null, number: 0 };
		this.byDelivery.set(record.deliveryId, entry);
		this.emitLine(this.addEntry(entry));
	}

	retryDue(deliveryId: string, afterMs: number): void {
		const entry = this.byDelivery.get(deliveryId);
		if (!entry) return;
		entry.nextAt = new Date(Date.now() + afterMs).toISOString();
		this.emitLine(entry);
	}

	clear(): void {
		this.requestRecords = [];
		this.deliveryRecords = [];
		this.entries = [];
		this.byDelivery.clear();
		this.healthOf.clear();
		this.feed.emit({ type: 'cleared' });
	}

	private addEntry<Entry extends LogEntry>(entry: Entry): Entry {
		entry.number = ++this.lastNumber;
		for (const dropped of append<LogEntry>(this.entries, entry, MAX_ENTRIES)) {
			if (dropped.kind === 'delivery') {
				this.byDelivery.delete(dropped.exchanges[0]?.record.deliveryId ?? '');
			}
		}
		return entry;
	}

	private countHealth({ webhookId, status, error, notListening, at }: RecordedDelivery): void {
		const { succeeded = 0, attempts = 0 } = this.healthOf.get(webhookId) ?? {};
		this.healthOf.set(webhookId, {
			succeeded: succeeded + (isSuccess({ status }) ? 1 : 0),
			attempts: attempts + (notListening ? 0 : 1),
			last: { status, error, notListening, at },
		});
	}

	private emitLine(entry: LogEntry): void {
		this.feed.emit({ type: 'line', line: logLine(entry) });
	}
}

/** Drops the oldest in blocks, because removing one moves all others. Returns what was dropped. */
function append<T>(records: T[], record: T, max: number): T[] {
	records.push(record);
	return records.length > max * 1.2 ? records.splice(0, records.length - max) : [];
}
