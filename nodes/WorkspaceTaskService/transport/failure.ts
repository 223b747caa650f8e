import { field, textIn } from '../api/json';
import { ExchangeFailure, type Cause, type Outcome } from './outcome';
import { cleanText } from './words';

const CHECK_NETWORK =
	'Check "Base URL" in the credential, and firewalls and proxies between n8n and the service.';

/** What a code or a text of Node.js means. */
interface Meaning {
	/** `noResponse`: the request may have been sent. Otherwise the code or the text proves that it never left. */
	kind: 'noResponse' | 'notSent' | 'notTrusted';
	/** `%address` is what could not be found or reached: of the service, or of a proxy. */
	message: string;
	/** The words of Node.js follow, if there are any. */
	hasWords?: true;
	hint: string;
}

const OTHER: Meaning = {
	kind: 'noResponse',
	message: 'The service cannot be reached',
	hasWords: true,
	hint: CHECK_NETWORK,
};

const MEANINGS: Array<Meaning & { pattern: RegExp }> = [
	{
		pattern: /ENOTFOUND|EAI_AGAIN/,
		kind: 'notSent',
		message: 'The host name “%address” was not found',
		hint: 'Check its spelling in the credential.',
	},
	{
		pattern: /ECONNREFUSED/,
		kind: 'notSent',
		message: 'The connection to %address was refused',
		hint: 'The service, or the proxy of this n8n, may be down. Otherwise check the host name and port in the credential.',
	},
	{
		// Not the alerts of a service that rejects a certificate of n8n: they can come later.
		pattern: /^(?!ERR_SSL)\w*CERT|^UNABLE_TO_|^INVALID_(CA|PURPOSE)/,
		kind: 'notTrusted',
		message: 'n8n does not trust the certificate of the service, or of the proxy of this n8n',
		hasWords: true,
		hint: 'Check the host name in the credential. If the service or the proxy has its own certificate authority, add it to n8n (NODE_EXTRA_CA_CERTS).',
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
		// The connection was never made. The code does not say so: an established connection can have it too.
		pattern:
			/^\S* (connect E|Client network socket disconnected before secure TLS|Proxy connection ended before|The request was blocked because)/,
		...OTHER,
		kind: 'notSent',
	},
	{
		pattern: /ECONNRESET/,
		kind: 'noResponse',
		message: 'The connection was closed before the service responded',
		hint: CHECK_NETWORK,
	},
];

/** `getaddrinfo ENOTFOUND a.b`, `connect ECONNREFUSED 10.0.0.1:443`. */
const LOOKED_UP = /\bgetaddrinfo E\w+ (\S+)/;
const CONNECTED_TO = /\bconnect E\w+ (\S+)/;
const NAME_OF_PROXY =
	'The Base URL has another host name, so this is probably the name of a proxy. Check the proxy settings of this n8n, such as HTTPS_PROXY.';

/** Of Node.js, with its call: `write EPIPE`. In a message, n8n replaces it with a sentence of its own. */
const CODE = /(\w+ )?\bE[A-Z_]{3,}\b/g;
const NETWORK_CODE = /^E[A-Z]/;

/**
 * What n8n's helper threw in place of a response. After an error of axios, the request may have been sent,
 * if in doubt. After an error without a mark of axios and without a code of the network, it was not.
 */
export function failureOf(error: unknown, baseUrl: string): Outcome {
	// n8n wraps what a login and axios throw.
	const cause = field(error, 'cause');
	if (error instanceof ExchangeFailure) return error.outcome;
	if (cause instanceof ExchangeFailure) return cause.outcome;
	if (isOfRequest(error)) return failureOfRequest(error, baseUrl);
	if (isOfRequest(cause)) return failureOfRequest(cause, baseUrl);
	const detail = textIn(field(cause, 'message')) || textIn(field(error, 'message'));
	const message = withWords('n8n did not send the request', detail);
	const hint = 'Nothing reached the service. Check n8n, then try again.';
	return { kind: 'notSent', cause: { message, hint } };
}

/** By shape and not by class: the host may have its own copy of axios. */
function isOfRequest(error: unknown): boolean {
	const code = textIn(field(error, 'code'));
	return field(error, 'isAxiosError') === true || NETWORK_CODE.test(code);
}

function failureOfRequest(error: unknown, baseUrl: string): Outcome {
	// Of a response whose body was cut short.
	const status = Number(field(error, 'request', 'res', 'statusCode'));
	if (status >= 200 && status < 300) {
		return { kind: 'unreadable', status, text: '', reason: 'is incomplete' };
	}
	const ofFirstAddress = field(error, 'cause', 'errors', '0', 'message');
	const detail = textIn(field(error, 'message')) || textIn(ofFirstAddress);
	return networkOutcome(textIn(field(error, 'code')), detail, baseUrl);
}

/**
 * What a failure of the connection means. If in doubt, the request may have been sent.
 * @param code of Node.js
 * @param detail the words of Node.js
 */
export function networkOutcome(code: string, detail: string, baseUrl: string): Outcome {
	const text = `${code} ${detail}`;
	const meaning = MEANINGS.find((each) => each.pattern.test(text)) ?? OTHER;
	const { host, hostname } = new URL(baseUrl);
	const name = LOOKED_UP.exec(detail)?.[1];
	const address = name ?? CONNECTED_TO.exec(detail)?.[1] ?? host;
	const sentence = meaning.message.replace('%address', () => address);
	const words = meaning.hasWords ? detail.replace(CODE, '') : '';
	const message = withWords(sentence, words);
	const hint = (name ?? hostname) === hostname ? meaning.hint : NAME_OF_PROXY;
	return { kind: meaning.kind, cause: { message, hint } };
}

function withWords(message: string, detail: string): string {
	const words = cleanText(detail, []);
	return words === '' ? message : `${message}: ${words}`;
}

export function deadlineCause(timeoutMs: number): Cause {
	const message = `The service did not respond within ${timeoutMs / 1000} s`;
	return { message, hint: CHECK_NETWORK, isTimeout: true };
}

/** A defect of ours: the service may have done what was asked. */
export function defectCause(error: unknown): Cause {
	const detail = textIn(field(error, 'message'));
	const message = withWords('n8n could not read the response', detail);
	return { message, hint: 'Report this to the maintainers.' };
}
