import type { NoAnswer } from './request';
import { cleanText } from './words';

/** What the codes of Node.js mean for the address that was entered. */
const MEANINGS: Array<[RegExp, string]> = [
	[/^(ENOTFOUND|EAI_AGAIN)$/, 'There is no such address. Check the spelling of the Base URL.'],
	[/^ECONNREFUSED$/, 'Nothing listens at this Base URL. Check its host name and port.'],
	[
		/^(EPROTO|ERR_SSL_\w+)$/,
		'This address does not speak https. Check the port, or begin the Base URL with http:// if the service has no https.',
	],
	[
		/^(CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|ERR_TLS_CERT_\w+)$/,
		'n8n does not trust the certificate of this address. Give n8n the certificate authority (NODE_EXTRA_CA_CERTS).',
	],
	[
		/^(ETIMEDOUT|ECONNABORTED)$/,
		'None came in time. Check the Base URL, and firewalls on the way.',
	],
	[/^(ECONNRESET|EPIPE)$/, 'The connection was cut. Check the Base URL, and proxies on the way.'],
];

/** Codes in a message make n8n put a sentence of its own in place of it. */
const CODES = /\bE[A-Z_]{3,}\b/g;

/** Why no answer came, in words for the person who set the address up. */
export function whyUnreachable({ code, reason }: NoAnswer, secrets: string[]): string {
	const meaning = MEANINGS.find(([codes]) => codes.test(code))?.[1];
	return meaning ?? `${cleanText(reason.replace(CODES, ''), secrets)}. Check the Base URL.`;
}
