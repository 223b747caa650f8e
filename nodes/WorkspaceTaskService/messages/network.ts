import { ExchangeFailure, type Cause, type Outcome } from '../outcome';
import { getMember, toShortText } from '../reading/json';
import { cleanText } from './words';

const CHECK_NETWORK =
	'Check "Base URL" in the credential, and firewalls and proxies between n8n and the service.';

/** What a code or a text of Node.js means. */
interface FailureMeaning {
	/** `noResponse`: the request may have been sent. Otherwise the code or the text proves that it never left. */
	kind: 'noResponse' | 'notSent' | 'notTrusted';
	/** `%address` is what could not be found or reached: of the service, or of a proxy. */
	message: string;
	/** The words of Node.js follow, if there are any. */
	hasWords?: true;
	hint: string;
}

const UNKNOWN_FAILURE: FailureMeaning = {
	kind: 'noResponse',
	message: 'The service cannot be reached',
	hasWords: true,
	hint: CHECK_NETWORK,
};

const MEANINGS: Array<FailureMeaning & { pattern: RegExp }> = [
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
		...UNKNOWN_FAILURE,
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
export function classifyThrown(error: unknown, baseUrl: string): Outcome {
	// n8n wraps what a login and axios throw.
	const cause = getMember(error, 'cause');
	if (error instanceof ExchangeFailure) return error.outcome;
	if (cause instanceof ExchangeFailure) return cause.outcome;
	if (isRequestError(error)) return classifyRequestError(error, baseUrl);
	if (isRequestError(cause)) return classifyRequestError(cause, baseUrl);
	const detail =
		toShortText(getMember(cause, 'message')) || toShortText(getMember(error, 'message'));
	const message = appendWords('n8n did not send the request', detail);
	const hint = 'Nothing reached the service. Check n8n, then try again.';
	return { kind: 'notSent', cause: { message, hint } };
}

/** By shape and not by class: the host may have its own copy of axios. */
function isRequestError(error: unknown): boolean {
	const code = toShortText(getMember(error, 'code'));
	return getMember(error, 'isAxiosError') === true || NETWORK_CODE.test(code);
}

function classifyRequestError(error: unknown, baseUrl: string): Outcome {
	// Of a response whose body was cut short.
	const status = Number(getMember(error, 'request', 'res', 'statusCode'));
	if (status >= 200 && status < 300) {
		return { kind: 'unreadable', status, text: '', reason: 'is incomplete' };
	}
	const ofFirstAddress = getMember(error, 'cause', 'errors', '0', 'message');
	const detail = toShortText(getMember(error, 'message')) || toShortText(ofFirstAddress);
	return classifyNetworkFailure(toShortText(getMember(error, 'code')), detail, baseUrl);
}

/**
 * What a failure of the connection means. If in doubt, the request may have been sent.
 * @param code of Node.js
 * @param detail the words of Node.js
 */
export function classifyNetworkFailure(code: string, detail: string, baseUrl: string): Outcome {
	const text = `${code} ${detail}`;
	const meaning = MEANINGS.find((each) => each.pattern.test(text)) ?? UNKNOWN_FAILURE;
	const { host, hostname } = new URL(baseUrl);
	const name = LOOKED_UP.exec(detail)?.[1];
	const address = name ?? CONNECTED_TO.exec(detail)?.[1] ?? host;
	const sentence = meaning.message.replace('%address', () => address);
	const words = meaning.hasWords ? detail.replace(CODE, '') : '';
	const message = appendWords(sentence, words);
	const hint = (name ?? hostname) === hostname ? meaning.hint : NAME_OF_PROXY;
	return { kind: meaning.kind, cause: { message, hint } };
}

function appendWords(message: string, detail: string): string {
	const words = cleanText(detail, []);
	return words === '' ? message : `${message}: ${words}`;
}

export function makeDeadlineCause(timeoutMs: number): Cause {
	const message = `The service did not respond within ${timeoutMs / 1000} s`;
	return { message, hint: CHECK_NETWORK, isTimeout: true };
}

/** A defect of ours: the service may have done what was asked. */
export function makeDefectCause(error: unknown): Cause {
	const detail = toShortText(getMember(error, 'message'));
	const message = appendWords('n8n could not read the response', detail);
	return { message, hint: 'Report this to the maintainers.' };
}
