import { field, isFilledText } from '../api/json';
import { networkOutcome } from './errors/network';
import { cleanText } from './errors/words';
import { ExchangeFailure, type Outcome } from './outcome';

/** Where n8n and axios put the words and the code, the best first. */
const MESSAGES = [['cause', 'message'], ['messages', '0'], ['message']];
const CODES = [['cause', 'code'], ['code'], ['httpCode']];
/** What axios has on everything that it throws. */
const MARKS = ['isAxiosError', 'config', 'request'];
const NETWORK_CODE = /^E[A-Z]|^CERT_|^UNABLE_/;

/** What n8n's helper threw in place of a response. If in doubt, the request may have been sent. */
export function failureOf(error: unknown, baseUrl: string): Outcome {
	// n8n wraps what a login and axios throw.
	const inner = field(error, 'cause');
	if (error instanceof ExchangeFailure) return error.outcome;
	if (inner instanceof ExchangeFailure) return inner.outcome;
	const detail = firstText(error, MESSAGES);
	if (!isOfRequest(error) && !isOfRequest(inner)) {
		const message = `n8n did not send the request: ${cleanText(detail, [])}`;
		const hint = 'Nothing reached the service. Check n8n, then try again.';
		return { kind: 'notSent', cause: { message, hint } };
	}
	// Older versions of axios name no response if its body was cut short.
	const late = field(inner, 'request', 'res', 'statusCode') ?? field(error, 'httpCode');
	const named = field(inner, 'response', 'status') ?? late;
	const status = Number(named);
	if (status >= 200 && status < 300) {
		return { kind: 'unreadable', status, text: '', reason: 'is incomplete' };
	}
	const code = firstText(error, CODES);
	return networkOutcome(code, detail, baseUrl);
}

/** By shape and not by class: the host may have another copy of n8n-workflow and axios. */
function isOfRequest(error: unknown): boolean {
	const isMarked = MARKS.some((name) => Boolean(field(error, name)));
	const code = field(error, 'code') ?? field(error, 'httpCode');
	return isMarked || NETWORK_CODE.test(String(code));
}

function firstText(error: unknown, paths: string[][]): string {
	const values = paths.map((path) => field(error, ...path));
	return values.find(isFilledText) ?? '';
}
