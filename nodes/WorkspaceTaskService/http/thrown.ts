import { describeNetworkFailure, makeUnsentCause, type NetworkFailure } from '../messages/network';
import { ExchangeFailure, type Outcome } from '../outcome';
import { getMember, toShortText } from '../reading/json';

/*
 * What n8n's helper throws in place of a response. Here is decided whether the request may have been sent,
 * and so whether a create may be sent again.
 */

/** What a code or a text of Node.js means. */
interface FailureMeaning {
	/**
	 * `noResponse`: the request may have been sent. Otherwise the code or the text proves that it never
	 * left.
	 */
	kind: 'noResponse' | 'notSent' | 'notTrusted';
	failure: NetworkFailure;
}

const UNKNOWN_FAILURE: FailureMeaning = { kind: 'noResponse', failure: 'notReached' };

const MEANINGS: Array<FailureMeaning & { pattern: RegExp }> = [
	{ pattern: /ENOTFOUND|EAI_AGAIN/, kind: 'notSent', failure: 'hostNotFound' },
	{ pattern: /ECONNREFUSED/, kind: 'notSent', failure: 'connectionRefused' },
	{
		// Not the alerts of a service that rejects a certificate of n8n: they can come later.
		pattern: /^(?!ERR_SSL)\w*CERT|^UNABLE_TO_|^INVALID_(CA|PURPOSE)/,
		kind: 'notTrusted',
		failure: 'notTrusted',
	},
	// Of plain HTTP; the code is mostly EPROTO.
	{ pattern: /wrong.version.number/i, kind: 'notSent', failure: 'noHttps' },
	{
		pattern: /EPROTO|HANDSHAKE_FAILURE|PROTOCOL_VERSION/,
		kind: 'notSent',
		failure: 'notSecured',
	},
	{
		// The connection was never made. The code does not say so: an established connection can have it too.
		pattern:
			/^\S* (connect E|Client network socket disconnected before secure TLS|Proxy connection ended before|The request was blocked because)/,
		kind: 'notSent',
		failure: 'notReached',
	},
	{ pattern: /ECONNRESET/, kind: 'noResponse', failure: 'connectionClosed' },
];

const NETWORK_CODE = /^E[A-Z]/;

/**
 * How an exchange ended for which n8n's helper threw this. After an error of axios, the request may have
 * been sent, if in doubt. After an error without a mark of axios and without a code of the network, it was
 * not.
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
	return { kind: 'notSent', cause: makeUnsentCause(detail) };
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
export function classifyNetworkFailure(code: string, detail: string, baseUrl: string) {
	const text = `${code} ${detail}`;
	const { kind, failure } = MEANINGS.find((each) => each.pattern.test(text)) ?? UNKNOWN_FAILURE;
	return { kind, cause: describeNetworkFailure(failure, detail, baseUrl) } satisfies Outcome;
}
