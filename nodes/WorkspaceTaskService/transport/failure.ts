import { field, isFilledText } from '../api/json';
import { networkOutcome } from './errors/network';
import { cleanText } from './errors/words';
import { ExchangeFailure, type Outcome } from './outcome';

/** Where n8n and axios put the words and the code, the best first. */
const MESSAGES = [
	['cause', 'message'],
	// Of the first address of a host: the message of several addresses together is empty.
	['cause', 'cause', 'errors', '0', 'message'],
	['cause', 'errors', '0', 'message'],
	['messages', '0'],
	['message'],
];
const CODES = [['cause', 'code'], ['code'], ['httpCode']];
/** What axios has on everything that it throws. */
const MARKS = ['isAxiosError', 'config', 'request'];
const NETWORK_CODE = /^E[A-Z]|^CERT_|^UNABLE_/;

/**
 * What n8n's helper threw in place of a response. After an error of axios, the request may have been sent,
 * if in doubt. After an error without a mark of axios and without a code of the network, it was not.
 */
export function failureOf(error: unknown, baseUrl: string): Outcome {
	// n8n wraps what a login and axios throw.
	const cause = field(error, 'cause');
	if (error instanceof ExchangeFailure) return error.outcome;
	if (cause instanceof ExchangeFailure) return cause.outcome;
	const message = firstText(error, MESSAGES);
	if (!isOfRequest(error) && !isOfRequest(cause)) return failureOfN8n(message);
	const status = statusIn(error);
	if (status >= 200 && status < 300) {
		return { kind: 'unreadable', status, text: '', reason: 'is incomplete' };
	}
	return networkOutcome(firstText(error, CODES), message, baseUrl);
}

function failureOfN8n(reason: string): Outcome {
	const message = `n8n did not send the request: ${cleanText(reason, [])}`;
	const hint = 'Nothing reached the service. Check n8n, then try again.';
	return { kind: 'notSent', cause: { message, hint } };
}

/** The status of a response whose body was cut short; NaN if no response began. */
function statusIn(error: unknown): number {
	const status =
		field(error, 'cause', 'response', 'status') ??
		// Older versions of axios name no response.
		field(error, 'cause', 'request', 'res', 'statusCode') ??
		field(error, 'httpCode');
	return Number(status);
}

/** By shape and not by class: the host may have its own copy of n8n-workflow and axios. */
function isOfRequest(error: unknown): boolean {
	for (const mark of MARKS) {
		if (field(error, mark)) return true;
	}
	const code = field(error, 'code') ?? field(error, 'httpCode');
	return NETWORK_CODE.test(String(code));
}

function firstText(error: unknown, paths: string[][]): string {
	for (const path of paths) {
		const value = field(error, ...path);
		if (isFilledText(value)) return value;
	}
	return '';
}
