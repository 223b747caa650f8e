import { cleanText } from './messages';
import type { ApiRequest, Cause } from './outcome';

/** What happened, and what to do about it. The message has no full stop at its end. */
export interface Explanation {
	message: string;
	hint: string;
	httpCode?: string;
}

const CHECK_NETWORK = 'Check the Base URL, and firewalls and proxies between n8n and the service.';

/** What the codes of Node.js mean to people. */
const MEANINGS: Array<[RegExp, Explanation]> = [
	[
		/^(ENOTFOUND|EAI_AGAIN)$/,
		{
			message: 'The host name in the Base URL was not found',
			hint: 'Check its spelling in the credential.',
		},
	],
	[
		/^ECONNREFUSED$/,
		{
			message: 'Nothing is listening at the Base URL',
			hint: 'Check its host name and port in the credential.',
		},
	],
	[
		/^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
		{
			message: 'The certificate at the Base URL is for another host name',
			hint: 'Check the host name in the credential.',
		},
	],
	[
		/^CERT_HAS_EXPIRED$/,
		{
			message: 'The certificate at the Base URL has expired',
			hint: 'Ask the operator of the service to renew it.',
		},
	],
	[
		/^(CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|ERR_TLS_CERT_\w+)$/,
		{
			message: 'n8n does not trust the certificate at the Base URL',
			hint: 'Add its certificate authority to n8n (NODE_EXTRA_CA_CERTS).',
		},
	],
	[
		/^(EPROTO|ERR_SSL_\w+|ERR_TLS_\w+)$/,
		{
			message: 'The address in the Base URL does not speak https',
			hint: 'Check the port in the credential. Use http:// if the service has no https.',
		},
	],
	[
		/^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_BAD_RESPONSE)$/,
		{ message: 'The connection was closed before the service answered', hint: CHECK_NETWORK },
	],
	[
		/^(ETIMEDOUT|ECONNABORTED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EHOSTDOWN|ENETDOWN)$/,
		{ message: 'n8n cannot reach the service', hint: CHECK_NETWORK },
	],
	[/^(HPE_\w+|Z_\w+)$/, { message: 'The answer cannot be decoded', hint: CHECK_NETWORK }],
];

/** The same words wherever a connection fails; undefined if the code says nothing to people. */
function meaningOf(code: string): Explanation | undefined {
	return MEANINGS.find(([codes]) => codes.test(code))?.[1];
}

/** Why there was no answer. */
export function explainCause(
	cause: Exclude<Cause, { type: 'reply' }>,
	request: ApiRequest,
	secrets: string[],
): Explanation {
	const noAnswer = request.isLogin ? 'The login got no answer: ' : '';
	switch (cause.type) {
		case 'login':
			return { message: cause.message, hint: 'The request itself was not sent.' };
		case 'host':
			return {
				message: `n8n did not send the request: ${cleanText(cause.detail, secrets)}`,
				hint: 'Nothing reached the service. Check n8n, then try again.',
			};
		case 'deadline':
			return {
				message: `${noAnswer}The service did not respond within ${cause.timeoutMs / 1000} s`,
				hint: request.hasTimeoutOption
					? 'Increase Options → Timeout if it needs longer.'
					: 'Check the Base URL, and firewalls between n8n and the service.',
			};
		case 'network': {
			const meaning = meaningOf(cause.code);
			// Codes in a message make n8n replace it with a sentence of its own.
			const detail = cleanText(cause.detail.replace(/\bE[A-Z_]{3,}\b/g, ''), secrets);
			return {
				message: noAnswer + (meaning?.message ?? `The service cannot be reached: ${detail}`),
				hint: meaning?.hint ?? 'Check the Base URL in the credential and that n8n can reach it.',
			};
		}
	}
}

const MINUTE_MS = 60_000;

/** Such as `19:58 UTC (15 minutes)`. */
export function timeWords(at: number, now: number): string {
	const text = new Date(Math.ceil(at / MINUTE_MS) * MINUTE_MS).toISOString();
	const day = text.startsWith(new Date(now).toISOString().slice(0, 10))
		? ''
		: `${text.slice(0, 10)} `;
	const minutes = Math.max(1, Math.ceil((at - now) / MINUTE_MS));
	const [amount, unit] = minutes < 120 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour'];
	return `${day}${text.slice(11, 16)} UTC (${amount} ${unit}${amount === 1 ? '' : 's'})`;
}
