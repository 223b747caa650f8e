import { maskBody, maskHeaders, maskText, maskValue } from './mask';
import type { RecordedDelivery, RecordedRequest } from './records';

const MAX_SHOWN_CHARACTERS = 65_536;
const MAX_SEARCHED_CHARACTERS = 500;
const MAX_MESSAGE_CHARACTERS = 200;

export interface Message {
	headers: Record<string, unknown>;
	body: string;
}

/** Includes secrets, which are masked when it is shown. */
export interface Exchange<Record = RecordedRequest | RecordedDelivery> {
	record: Record;
	method: string;
	url: string;
	sent: Message;
	response: Message | null;
}

/** A request, or a delivery with all its attempts. */
export type LogEntry = { number: number } & (
	| { kind: 'request'; exchanges: [Exchange<RecordedRequest>] }
	| { kind: 'delivery'; exchanges: Array<Exchange<RecordedDelivery>>; nextAt: string | null }
);

export type LogLine = ReturnType<typeof logLine>;

/** One row of the log, without secrets. */
export function logLine(entry: LogEntry) {
	const { number, kind, exchanges } = entry;
	const { body, ...last } = (exchanges.at(-1) as Exchange).record;
	return {
		...last,
		number,
		kind,
		at: exchanges[0]?.record.at,
		attempts: exchanges.length,
		nextAt: entry.kind === 'delivery' ? entry.nextAt : null,
		subject: firstText(body, ['title', 'name', 'url']),
		message: kind === 'request' ? messageOf(exchanges[0]) : null,
		taskId: taskIdIn(entry, body),
		text: JSON.stringify(body).slice(0, MAX_SEARCHED_CHARACTERS),
	};
}

/** Both sides of each exchange, without secrets. */
export function logDetails({ exchanges }: LogEntry): object[] {
	return exchanges.map(({ record, method, url, sent, response }: Exchange) => ({
		...record,
		method,
		url: maskText(url),
		sent: { headers: maskHeaders(sent.headers), body: truncate(maskBody(sent.body)) },
		answer: response && maskedResponse(response, url),
	}));
}

/** Also masks the key of the webhook, which a receiver may echo in any form. */
export function maskedResponse({ headers, body }: Message, url: string) {
	const key = URL.canParse(url) ? new URL(url).searchParams.get('key') : null;
	const mask = (text: string) => maskText(key ? text.replaceAll(key, '***') : text);
	return { headers: maskValue(headers, mask), body: truncate(maskBody(body, mask)) };
}

function truncate(body: unknown): unknown {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : body;
}

/** Why a request failed, in the words of the response. */
function messageOf({ record, url, response }: Exchange): string | null {
	if (!response || Number(record.status) < 400) return null;
	const { body } = maskedResponse(response, url);
	if (typeof body !== 'string') return cut(firstText(body, ['message', 'detail', 'error']));
	return /^\s*</.test(body) ? 'A web page' : cut(body);
}

const cut = (text: string | null): string | null => text?.slice(0, MAX_MESSAGE_CHARACTERS) || null;

/** Of the task that was created, or that a notification is about. */
function taskIdIn({ kind, exchanges: [first] }: LogEntry, sent: unknown): string | null {
	const isTask = first?.url.endsWith('/api/v1/tasks') === true;
	const response = isTask ? maskBody(first?.response?.body) : null;
	return firstIn(kind === 'delivery' ? sent : response, ({ id, title }) =>
		typeof title === 'string' && id !== undefined ? String(id) : undefined,
	);
}

/** The first text that has one of the names. */
const firstText = (value: unknown, names: string[]): string | null =>
	firstIn(value, (fields) =>
		names.map((name) => fields[name]).find((text): text is string => typeof text === 'string'),
	);

/** What `read` finds in an object, or first in an inner one. */
function firstIn(
	value: unknown,
	read: (fields: Record<string, unknown>) => string | undefined,
): string | null {
	if (typeof value !== 'object' || value === null) return null;
	const own = read({ ...value });
	if (own !== undefined) return own;
	for (const inner of Object.values(value)) {
		const found = firstIn(inner, read);
		if (found !== null) return found;
	}
	return null;
}
