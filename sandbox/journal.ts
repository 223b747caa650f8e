import { isSuccess, type SendResult } from './deliveries/send';
import type { Feed } from './feed';
import { logLine, type Exchange, type LogEntry } from './log';
import { maskBody, maskText } from './mask';
import type { RecordedDelivery, RecordedRequest } from './records';
import type { HttpMessage } from './shapes/notification';

/** Bounds the memory of a sandbox that runs for days. */
const MAX_ENTRIES = 20_000;
/** In the log, of which the page shows all. */
const MAX_SHOWN = 1_000;

type SentAttempt = Pick<
	RecordedDelivery,
	'webhookId' | 'deliveryId' | 'event' | 'attempt' | 'at' | 'fault'
> & { url: string; message: HttpMessage; result: SendResult };

/** What happened since the start or the last reset, oldest first. */
export class Journal {
	private entries: LogEntry[] = [];
	private lastNumber = 0;

	constructor(private readonly feed: Feed) {}

	requests(): RecordedRequest[] {
		return this.entries.flatMap(({ kind, record }) => (kind === 'request' ? { ...record } : []));
	}

	deliveries(): RecordedDelivery[] {
		return this.entries.flatMap(({ kind, record }) => (kind === 'delivery' ? { ...record } : []));
	}

	log = () => this.entries.slice(-MAX_SHOWN).map(logLine);
	entry = (number: number) => this.entries[number - (this.entries[0]?.number ?? 0)];

	/**
	 * Of a webhook, as far as the log goes back; `null` before the first delivery. Attempts at a test
	 * URL that does not listen do not count.
	 */
	health(webhookId: number) {
		const own = this.deliveries().filter((delivery) => delivery.webhookId === webhookId);
		const last = own.at(-1);
		if (!last) return null;
		const { status, error, notListening, at } = last;
		return {
			attempts: own.filter((attempt) => !attempt.notListening).length,
			succeeded: own.filter(isSuccess).length,
			last: { status, error, notListening, at },
		};
	}

	add(exchange: Exchange): LogEntry {
		const entry = { ...exchange, number: ++this.lastNumber };
		this.entries.push(entry);
		// In blocks, because removing one moves all others.
		if (this.entries.length > MAX_ENTRIES * 1.2) this.entries = this.entries.slice(-MAX_ENTRIES);
		return entry;
	}

	/** Shows that an entry was added or has changed. */
	announce(): void {
		this.feed.emit();
	}

	addDelivery({ url, message, result, ...facts }: SentAttempt): RecordedDelivery {
		const { status, error: reason, ms, headers, body } = result;
		const error = reason && maskText(reason);
		// n8n responds with 404 at a test URL while the editor does not listen.
		const notListening = url.includes('/webhook-test/') && (status === 404 || status === null);
		const record = { ...facts, status, error, notListening, ms, body: maskBody(message.body) };
		const response = status === null ? null : { headers, body };
		this.add({ kind: 'delivery', record, url, sent: message, response });
		this.announce();
		return record;
	}

	clear(): void {
		this.entries = [];
		this.feed.emit();
	}
}
