import type { Cause, Outcome } from '../outcome';
import { cleanText } from './words';

const CHECK_NETWORK =
	'Check "Base URL" in the credential, and firewalls and proxies between n8n and the service.';
/** A server that expects TLS closes the connection. */
const USE_HTTPS =
	'If the service uses HTTPS, begin "Base URL" with https://. Otherwise check firewalls and proxies between n8n and the service.';

interface Meaning {
	/** The request may have been sent. Otherwise the code proves that it never left. */
	sent?: true;
	/** `%host` is the host of the service, `%words` what Node.js says. */
	message: string;
	hint: string;
}

const MEANINGS: Array<Meaning & { pattern: RegExp }> = [
	{
		pattern: /ENOTFOUND|EAI_AGAIN/,
		message: 'The host name "%host" was not found',
		hint: 'Check its spelling in the credential.',
	},
	{
		pattern: /ECONNREFUSED/,
		message: 'The connection to the service was refused',
		hint: 'The service may be down. Otherwise check the host name and port in the credential.',
	},
	{
		// Not the alerts of a service that rejects a certificate of n8n: they can come later.
		pattern: /^(?!ERR_SSL)\w*CERT|^UNABLE_TO_/,
		message: 'n8n does not trust the certificate of the service: %words',
		hint: 'Check the host name in the credential. If the service has its own certificate authority, add it to n8n (NODE_EXTRA_CA_CERTS).',
	},
	{
		// Of plain HTTP; the code is mostly EPROTO.
		pattern: /wrong.version.number/i,
		message: 'The server does not use HTTPS at this port',
		hint: 'Check the port in the credential. Use http:// if the service has no HTTPS.',
	},
	{
		pattern: /EPROTO|HANDSHAKE_FAILURE|PROTOCOL_VERSION/,
		message: 'n8n and the service could not agree on a secure connection',
		hint: 'Check the port in the credential, and the TLS settings of the service.',
	},
	{
		pattern: /ECONNRESET/,
		sent: true,
		message: 'The connection was closed before the service responded',
		hint: CHECK_NETWORK,
	},
];

const OTHER: Meaning = {
	sent: true,
	message: 'The service cannot be reached: %words',
	hint: CHECK_NETWORK,
};

/** What Node.js adds for people who start a script themselves. */
const NODE_ADVICE = /; if the root CA is .*/s;
/** The connection was never made. The code does not say so: an established connection can have it too. */
const NOT_SENT =
	/^(connect E|getaddrinfo |Client network socket disconnected before secure TLS|The request was blocked because)/;

/**
 * What a failure of the connection means. If in doubt, the request may have been sent.
 * @param code of Node.js
 * @param detail the words of Node.js
 */
export function networkOutcome(code: string, detail: string, baseUrl: string): Outcome {
	const meaning = MEANINGS.find(({ pattern }) => pattern.test(`${code} ${detail}`)) ?? OTHER;
	const { message, sent } = meaning;
	const isHttp = meaning.hint === CHECK_NETWORK && baseUrl.startsWith('http:');
	const hint = isHttp ? USE_HTTPS : meaning.hint;
	// Codes in a message make n8n replace it with a sentence of its own.
	const words = cleanText(detail.replace(/\bE[A-Z_]{3,}\b/g, '').replace(NODE_ADVICE, ''), []);
	const host = new URL(baseUrl).hostname;
	const cause = { message: message.replace('%host', host).replace('%words', () => words), hint };
	return { kind: sent && !NOT_SENT.test(detail) ? 'noResponse' : 'notSent', cause };
}

export function deadlineCause(timeoutMs: number): Cause {
	const message = `The service did not respond within ${timeoutMs / 1000} s`;
	return { message, hint: CHECK_NETWORK, isTimeout: true };
}
