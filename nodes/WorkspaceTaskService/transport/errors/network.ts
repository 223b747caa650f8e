import type { Cause } from '../outcome';
import { cleanText } from './words';

const CHECK_NETWORK =
	'Check "Base URL" in the credential, and firewalls and proxies between n8n and the service.';

/** What the codes of Node.js mean to people, and what to do. The first match counts. */
const CAUSES: Array<[codes: RegExp, message: string, hint?: string]> = [
	[
		/^(ENOTFOUND|EAI_AGAIN)$/,
		'The host name %host in the Base URL was not found',
		'Check its spelling in the credential.',
	],
	[
		/^ECONNREFUSED$/,
		'The connection to the Base URL was refused',
		'The service may be down. Otherwise check the host name and port in the credential.',
	],
	[
		/^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
		'The certificate at the Base URL is for another host name',
		'Check the host name in the credential.',
	],
	[
		/^CERT_HAS_EXPIRED$/,
		'The certificate at the Base URL has expired',
		'Ask the operator of the service to renew it.',
	],
	[
		/^(CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|ERR_TLS_CERT_\w+)$/,
		'n8n does not trust the certificate at the Base URL',
		'Add its certificate authority to n8n (NODE_EXTRA_CA_CERTS).',
	],
	[
		/^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/,
		'The server at the Base URL does not use HTTPS',
		'Check the port in the credential. Use http:// if the service has no HTTPS.',
	],
	[
		/^(EPROTO|ERR_SSL_\w+|ERR_TLS_\w+)$/,
		'n8n and the service could not agree on a secure connection',
		'Check the port in the credential, and the TLS settings of the service.',
	],
	[
		/^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_BAD_RESPONSE)$/,
		'The connection was closed before the service responded',
	],
	[
		/^(ETIMEDOUT|ECONNABORTED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EHOSTDOWN|ENETDOWN)$/,
		'n8n cannot reach the service',
	],
	[/^(HPE_\w+|Z_\w+)$/, 'The response could not be decoded'],
];

/**
 * What a failure of the connection means.
 * @param code and `detail` are those of Node.js
 */
export function networkCause(code: string, detail: string, baseUrl: string): Cause {
	// An EPROTO says in words which one it is.
	const isPlainHttp = /wrong version number|packet length too long/i.test(detail);
	const exact = isPlainHttp ? 'ERR_SSL_WRONG_VERSION_NUMBER' : code;
	const [, known, hint = CHECK_NETWORK] = CAUSES.find(([codes]) => codes.test(exact)) ?? [];
	// Codes in a message make n8n replace it with a sentence of its own.
	const words = cleanText(detail.replace(/\bE[A-Z_]{3,}\b/g, ''), []);
	const host = URL.canParse(baseUrl) ? `"${new URL(baseUrl).hostname}"` : '';
	const message = known?.replace('%host', host) ?? `The service cannot be reached: ${words}`;
	return { message, hint };
}

export function deadlineCause(timeoutMs: number, hasOption = false): Cause {
	const message = `The service did not respond within ${timeoutMs / 1000} s`;
	const increase = 'Increase "Timeout (Seconds)" in "Options" if it needs longer.';
	return { message, hint: hasOption ? increase : CHECK_NETWORK, isTimeout: true };
}
