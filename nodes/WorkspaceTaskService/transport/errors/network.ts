import type { Cause, Outcome } from '../outcome';
import { cleanText } from './words';

const CHECK_NETWORK =
	'Check "Base URL" in the credential, and firewalls and proxies between n8n and the service.';
const NO_TLS = 'n8n and the service could not agree on a secure connection';
const CHECK_TLS = 'Check the port in the credential, and the TLS settings of the service.';

interface Meaning {
	codes: RegExp;
	/** Otherwise the code proves that the request never left: no host, no connection, no TLS. */
	sent?: true;
	message: string;
	hint?: string;
}

/** What the codes of Node.js mean. The first match counts. */
const MEANINGS: Meaning[] = [
	{
		codes: /^(ENOTFOUND|EAI_AGAIN)$/,
		message: 'The host name %host was not found',
		hint: 'Check its spelling in the credential.',
	},
	{
		codes: /^ECONNREFUSED$/,
		message: 'The connection to the service was refused',
		hint: 'The service may be down. Otherwise check the host name and port in the credential.',
	},
	{
		codes: /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
		message: 'The certificate of the service is for another host name',
		hint: 'Check the host name in the credential.',
	},
	{
		codes: /^CERT_HAS_EXPIRED$/,
		message: 'The certificate of the service has expired',
		hint: 'Ask the operator of the service to renew it.',
	},
	{
		codes:
			/^(CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|ERR_TLS_CERT_\w+)$/,
		message: 'n8n does not trust the certificate of the service',
		hint: 'Add its certificate authority to n8n (NODE_EXTRA_CA_CERTS).',
	},
	{
		codes: /^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/,
		message: 'The server does not use HTTPS at this port',
		hint: 'Check the port in the credential. Use http:// if the service has no HTTPS.',
	},
	{
		codes:
			/^(EPROTO|ERR_TLS_HANDSHAKE_TIMEOUT|ERR_SSL_(\w*HANDSHAKE_FAILURE|\w*PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|TLSV1_\w+))$/,
		message: NO_TLS,
		hint: CHECK_TLS,
	},
	{ codes: /^ERR_(SSL|TLS)_\w+$/, sent: true, message: NO_TLS, hint: CHECK_TLS },
	{
		codes: /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_BAD_RESPONSE)$/,
		sent: true,
		message: 'The connection was closed before the service responded',
	},
	{
		codes: /^(ETIMEDOUT|ECONNABORTED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EHOSTDOWN|ENETDOWN)$/,
		sent: true,
		message: 'n8n cannot reach the service',
	},
	{ codes: /^(HPE_\w+|Z_\w+)$/, sent: true, message: 'The response could not be decoded' },
	{ codes: /^ERR_INVALID_URL$/, message: 'The URL of the request is not valid' },
];

/** The connection was never made, whatever the code: an established one can have it too. */
const NOT_SENT =
	/^(connect E|getaddrinfo |Client network socket disconnected before secure TLS|The request was blocked because)/;

/**
 * What a failure of the connection means. If in doubt, the request may have been sent.
 * @param code and `detail` are those of Node.js
 */
export function networkOutcome(code: string, detail: string, baseUrl: string): Outcome {
	// An EPROTO says in words which one it is.
	const isPlainHttp = /wrong version number|packet length too long/i.test(detail);
	const exact = isPlainHttp ? 'ERR_SSL_WRONG_VERSION_NUMBER' : code;
	const meaning = MEANINGS.find(({ codes }) => codes.test(exact));
	// Codes in a message make n8n replace it with a sentence of its own.
	const words = cleanText(detail.replace(/\bE[A-Z_]{3,}\b/g, ''), []);
	const host = URL.canParse(baseUrl) ? `"${new URL(baseUrl).hostname}"` : '';
	const known = meaning?.message.replace('%host', host);
	const message = known ?? `The service cannot be reached: ${words}`;
	const isNotSent = (meaning && !meaning.sent) || NOT_SENT.test(detail);
	const cause: Cause = { message, hint: meaning?.hint ?? CHECK_NETWORK };
	return { kind: isNotSent ? 'notSent' : 'noResponse', cause };
}

export function deadlineCause(timeoutMs: number, hasOption = false): Cause {
	const message = `The service did not respond within ${timeoutMs / 1000} s`;
	const increase = 'Increase "Timeout (Seconds)" in "Options" if it needs longer.';
	return { message, hint: hasOption ? increase : CHECK_NETWORK, isTimeout: true };
}
