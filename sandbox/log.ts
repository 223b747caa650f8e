import { maskBody, maskHeaders, maskText, maskValue } from './mask';
import type { RecordedDelivery, RecordedRequest } from './records';

const MAX_SEARCHED_CHARACTERS = 500;
const MAX_MESSAGE_CHARACTERS = 200;

export interface Message {
	headers: Record<string, unknown>;
	body: string;
}

/** A request, or an attempt of a delivery, with secrets: they are masked when it is shown. */
export type Exchange = {
	url: string;
	sent: Message;
	response: Message | null;
} & ({ kind: 'request'; record: RecordedRequest } | { kind: 'delivery'; record: RecordedDelivery });
export type LogEntry = Exchange & { number: number };

/** One row of the log, without secrets. */
export function logLine(entry: LogEntry) {
	const { number, kind } = entry;
	const { body, ...record } = entry.record;
	return {
		...record,
		number,
		kind,
		subject: firstText(body, ['title', 'name', 'url']),
		message: kind === 'request' ? messageOf(entry) : null,
		text: JSON.stringify(body).slice(0, MAX_SEARCHED_CHARACTERS),
	};
}

/** Both sides, without secrets. */
export function logDetails({ record, url, sent, response }: LogEntry): object {
	return {
		method: 'POST',
		...record,
		url: maskText(url),
		sent: { headers: maskHeaders(sent.headers), body: maskBody(sent.body) },
		response: response && maskedResponse(response, url),
	};
}

/** Also masks the key of the webhook, which a receiver may echo in any form. */
export function maskedResponse({ headers, body }: Message, url: string) {
	const key = URL.canParse(url) ? new URL(url).searchParams.get('key') : null;
	const mask = (text: string) => maskText(key ? text.replaceAll(key, '***') : text);
	return { headers: maskValue(headers, mask), body: maskBody(body, mask) };
}

/** Why a request failed, in the words of the response. */
function messageOf({ record, url, response }: Exchange): string | null {
	if (!response || Number(record.status) < 400) return null;
	const { body } = maskedResponse(response, url);
	if (typeof body !== 'string') return cut(firstText(body, ['message', 'detail', 'error']));
	return /^\s*</.test(body) ? 'A web page' : cut(body);
}

const cut = (text: string | null): string | null => text?.slice(0, MAX_MESSAGE_CHARACTERS) || null;

/** The first text that has one of the names, also in an inner object. */
function firstText(value: unknown, names: string[]): string | null {
	if (typeof value !== 'object' || value === null) return null;
	const fields: Record<string, unknown> = { ...value };
	const own = names.map((name) => fields[name]).find((text) => typeof text === 'string');
	if (own !== undefined) return own;
	for (const inner of Object.values(fields)) {
		const found = firstText(inner, names);
		if (found !== null) return found;
	}
	return null;
}
