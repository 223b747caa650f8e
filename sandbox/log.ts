import { maskBody, maskHeaders, maskText, maskValue } from './mask';
import type { RecordedDelivery, RecordedRequest } from './records';

const MOST_SHOWN_CHARACTERS = 65_536;
const MOST_SEARCHED_CHARACTERS = 500;
const OF_THE_CONNECTION = /^(host|connection|content-length|accept-encoding)$/;

export interface Message {
	headers: Record<string, unknown>;
	body: string;
}

/** What went over the wire, with its secrets: they are masked when it is shown. */
export interface Exchange<Record = RecordedRequest | RecordedDelivery> {
	/** Completed by its owner. */
	record: Record;
	method: string;
	url: string;
	sent: Message;
	answer: Message | null;
}

/** A request, or a delivery with all its attempts. `number` counts from 1 at the start. */
export type LogEntry = { number: number } & (
	| { kind: 'request'; exchanges: [Exchange<RecordedRequest>] }
	| { kind: 'delivery'; exchanges: Array<Exchange<RecordedDelivery>>; nextAt: string | null }
);

export type LogLine = ReturnType<typeof lineOf>;

/** What one row of the log needs, without secrets. */
export function lineOf(entry: LogEntry) {
	const { number, kind, exchanges } = entry;
	const { body, ...last } = (exchanges.at(-1) as Exchange).record;
	return {
		...last,
		number,
		kind,
		at: exchanges[0]?.record.at,
		attempts: exchanges.length,
		nextAt: entry.kind === 'delivery' ? entry.nextAt : null,
		subject: subjectOf(body),
		text: JSON.stringify(body).slice(0, MOST_SEARCHED_CHARACTERS),
	};
}

/** Both sides of each exchange, without secrets. */
export function detailsOf({ exchanges }: LogEntry): object[] {
	return exchanges.map(({ record, method, url, sent, answer }: Exchange) => ({
		...record,
		method,
		url: maskText(url),
		sent: { headers: maskHeaders(sent.headers), body: shown(maskBody(sent.body)) },
		answer: answer && shownAnswer(answer, url),
	}));
}

/** What came back. A receiver may repeat its key in a form that no pattern knows. */
export function shownAnswer({ headers, body }: Message, url: string): object {
	const key = URL.canParse(url) ? new URL(url).searchParams.get('key') : null;
	const mask = (text: string) => maskText(key ? text.replaceAll(key, '***') : text);
	return { headers: maskValue(headers, mask), body: shown(maskBody(body, mask)) };
}

/** A command that sends the same again, secrets included. */
export function curlOf({ exchanges }: LogEntry): string {
	const { method, url, sent } = exchanges.at(-1) as Exchange;
	const headers = Object.entries(sent.headers).filter(([name]) => !OF_THE_CONNECTION.test(name));
	return [
		`curl -X ${method} ${quoted(url)}`,
		...headers.map(([name, value]) => `-H ${quoted(`${name}: ${String(value)}`)}`),
		...(sent.body === '' ? [] : [`--data-raw ${quoted(sent.body)}`]),
	].join(' \\\n  ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function shown(body: unknown): unknown {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return text.length > MOST_SHOWN_CHARACTERS ? `${text.slice(0, MOST_SHOWN_CHARACTERS)}…` : body;
}

/** What a body is about: the first title, name or address in it. */
function subjectOf(body: unknown): string | null {
	if (typeof body !== 'object' || body === null) return null;
	const { title, name, url }: Record<string, unknown> = { ...body };
	const own = [title, name, url].find((value) => typeof value === 'string');
	if (own !== undefined) return String(own);
	return (
		Object.values(body)
			.map(subjectOf)
			.find((subject) => subject !== null) ?? null
	);
}
