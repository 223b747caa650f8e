import { field, isFilledText } from '../api/json';
import { cleanText } from './words';
import { ExchangeFailure, type Cause, type Outcome } from './outcome';

const CHECK_NETWORK =
	'Check "Base URL" in the credential, and firewalls and proxies between n8n and the service.';
/** A server that expects TLS closes the connection. */
const USE_HTTPS =
	'If the service uses HTTPS, begin "Base URL" with https://. Otherwise check firewalls and proxies between n8n and the service.';

/** What a code or a text of Node.js means. */
interface Meaning {
	pattern: RegExp;
	/** `noResponse`: the request may have been sent. Otherwise the code proves that it never left. */
	kind: 'noResponse' | 'notSent' | 'notTrusted';
	/** `%host` is the host of the service. A colon at the end: the words of Node.js follow, if there are any. */
	message: string;
	hint: string;
}

const MEANINGS: Meaning[] = [
	{
		pattern: /ENOTFOUND|EAI_AGAIN/,
		kind: 'notSent',
		message: 'The host name "%host" was not found',
		hint: 'Check its spelling in the credential.',
	},
	{
		pattern: /ECONNREFUSED/,
		kind: 'notSent',
		message: 'The connection to the service was refused',
		hint: 'The service may be down. Otherwise check the host name and port in the credential.',
	},
	{
		// Not the alerts of a service that rejects a certificate of n8n: they can come later.
		pattern: /^(?!ERR_SSL)\w*CERT|^UNABLE_TO_/,
		kind: 'notTrusted',
		message: 'n8n does not trust the certificate of the service:',
		hint: 'Check the host name in the credential. If the service has its own certificate authority, add it to n8n (NODE_EXTRA_CA_CERTS).',
	},
	{
		// Of plain HTTP; the code is mostly EPROTO.
		pattern: /wrong.version.number/i,
		kind: 'notSent',
		message: 'The server does not use HTTPS at this port',
		hint: 'Check the port in the credential. Use http:// if the service has no HTTPS.',
	},
	{
		pattern: /EPROTO|HANDSHAKE_FAILURE|PROTOCOL_VERSION/,
		kind: 'notSent',
		message: 'n8n and the service could not agree on a secure connection',
		hint: 'Check the port in the credential, and the TLS settings of the service.',
	},
	{
		pattern: /ECONNRESET/,
		kind: 'noResponse',
		message: 'The connection was closed before the service responded',
		hint: CHECK_NETWORK,
	},
];

const OTHER: Omit<Meaning, 'pattern'> = {
	kind: 'noResponse',
	message: 'The service cannot be reached:',
	hint: CHECK_NETWORK,
};

/** Of Node.js, with its call if nothing else is said: `write EPIPE`. */
const CODE = /^\w+ E[A-Z_]{3,}$|\bE[A-Z_]{3,}\b/g;
/** What Node.js adds for people who start a script themselves. */
const NODE_ADVICE = /; if the root CA is .*/s;
/** The connection was never made. The code does not say so: an established connection can have it too. */
const NOT_SENT =
	/^(connect E|getaddrinfo |Client network socket disconnected before secure TLS|The request was blocked because)/;
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
	const message = withWords('n8n did not send the request:', reason);
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

/**
 * What a failure of the connection means. If in doubt, the request may have been sent.
 * @param code of Node.js
 * @param detail the words of Node.js
 */
export function networkOutcome(code: string, detail: string, baseUrl: string): Outcome {
	const meaning = MEANINGS.find(({ pattern }) => pattern.test(`${code} ${detail}`)) ?? OTHER;
	const { kind, message, hint } = meaning;
	const isHttp = kind === 'noResponse' && baseUrl.startsWith('http:');
	// Codes in a message make n8n replace it with a sentence of its own.
	const words = detail.replace(CODE, '').replace(NODE_ADVICE, '');
	const host = new URL(baseUrl).hostname;
	const cause = {
		message: withWords(message.replace('%host', host), words),
		hint: isHttp ? USE_HTTPS : hint,
	};
	if (kind === 'noResponse' && NOT_SENT.test(detail)) return { kind: 'notSent', cause };
	return { kind, cause };
}

/** The words follow a colon, which goes if there are none. */
function withWords(message: string, detail: string): string {
	const words = cleanText(detail, []);
	if (!message.endsWith(':')) return message;
	return words === '' ? message.slice(0, -1) : `${message} ${words}`;
}

export function deadlineCause(timeoutMs: number): Cause {
	const message = `The service did not respond within ${timeoutMs / 1000} s`;
	return { message, hint: CHECK_NETWORK, isTimeout: true };
}
