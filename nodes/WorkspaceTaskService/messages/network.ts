import type { Cause } from '../outcome';
import { getMember, toShortText } from '../reading/json';
import { cleanText } from './words';

/* Texts about an exchange without a response. Whether the request was sent is decided in `http/thrown.ts`. */

const CHECK_NETWORK =
	'Check "Base URL" in the credential, and firewalls and proxies between n8n and the service.';

interface FailureText {
	/** `%address` is what could not be found or reached: of the service, or of a proxy. */
	message: string;
	/** The words of Node.js follow, if there are any. */
	hasWords?: true;
	hint: string;
}

export type NetworkFailure =
	| 'hostNotFound'
	| 'connectionRefused'
	| 'notTrusted'
	| 'noHttps'
	| 'notSecured'
	| 'connectionClosed'
	| 'notReached';

const TEXTS: Record<NetworkFailure, FailureText> = {
	hostNotFound: {
		message: 'The host name “%address” was not found',
		hint: 'Check its spelling in the credential.',
	},
	connectionRefused: {
		message: 'The connection to %address was refused',
		hint: 'The service, or the proxy of this n8n, may be down. Otherwise check the host name and port in the credential.',
	},
	notTrusted: {
		message: 'n8n does not trust the certificate of the service, or of the proxy of this n8n',
		hasWords: true,
		hint: 'Check the host name in the credential. If the service or the proxy has its own certificate authority, add it to n8n (NODE_EXTRA_CA_CERTS).',
	},
	noHttps: {
		message: 'The server does not use HTTPS at this port',
		hint: 'Check the port in the credential. Use http:// if the service has no HTTPS.',
	},
	notSecured: {
		message: 'n8n and the service could not agree on a secure connection',
		hint: 'Check the port in the credential, and the TLS settings of the service.',
	},
	connectionClosed: {
		message: 'The connection was closed before the service responded',
		hint: CHECK_NETWORK,
	},
	notReached: {
		message: 'The service cannot be reached',
		hasWords: true,
		hint: CHECK_NETWORK,
	},
};

/** `getaddrinfo ENOTFOUND a.b`, `connect ECONNREFUSED 10.0.0.1:443`. */
const LOOKED_UP = /\bgetaddrinfo E\w+ (\S+)/;
const CONNECTED_TO = /\bconnect E\w+ (\S+)/;
const NAME_OF_PROXY =
	'The Base URL has another host name, so this is probably the name of a proxy. Check the proxy settings of this n8n, such as HTTPS_PROXY.';

/** Of Node.js, with its call: `write EPIPE`. In a message, n8n replaces it with a sentence of its own. */
const NODE_CODE = /(\w+ )?\bE[A-Z_]{3,}\b/g;

/** @param detail the words of Node.js */
export function describeNetworkFailure(
	failure: NetworkFailure,
	detail: string,
	baseUrl: string,
): Cause {
	const text = TEXTS[failure];
	const { host, hostname } = new URL(baseUrl);
	const name = LOOKED_UP.exec(detail)?.[1];
	const address = name ?? CONNECTED_TO.exec(detail)?.[1] ?? host;
	const sentence = text.message.replace('%address', () => address);
	const words = text.hasWords ? detail.replace(NODE_CODE, '') : '';
	const hint = (name ?? hostname) === hostname ? text.hint : NAME_OF_PROXY;
	return { message: appendWords(sentence, words), hint };
}

/** @param detail the words of n8n */
export function makeUnsentCause(detail: string): Cause {
	const message = appendWords('n8n did not send the request', detail);
	return { message, hint: 'Nothing reached the service. Check n8n, then try again.' };
}

export function makeTimeoutCause(timeoutMs: number): Cause {
	const message = `The service did not respond within ${timeoutMs / 1000} s`;
	return { message, hint: CHECK_NETWORK, isTimeout: true };
}

/** A defect of ours: the service may have done what was asked. */
export function makeDefectCause(error: unknown): Cause {
	const detail = toShortText(getMember(error, 'message'));
	const message = appendWords('n8n could not read the response', detail);
	return { message, hint: 'Report this to the maintainers.' };
}

function appendWords(message: string, detail: string): string {
	const words = cleanText(detail, []);
	return words === '' ? message : `${message}: ${words}`;
}
