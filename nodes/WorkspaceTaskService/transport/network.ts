import type { Cause, Outcome } from './outcome';

/** Codes that prove that the request never left: no address, no connection, no TLS. */
const NOT_SENT =
	/^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EPROTO|ERR_INVALID_URL|ERR_TLS_(CERT_\w+|HANDSHAKE_TIMEOUT)|ERR_SSL_(WRONG_VERSION_NUMBER|\w*HANDSHAKE_FAILURE|\w*PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|TLSV1_\w+)|CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|HOSTNAME_MISMATCH)$/;

/** The same, with codes that an established connection can have too. */
const NOT_SENT_WORDS =
	/^(connect E|getaddrinfo |Client network socket disconnected before secure TLS|The request was blocked because)/;

/** Longer ones are no words of Node.js. */
const DETAIL_CHARACTERS = 1_000;

/** Pure: what a failure of n8n's helper says about the request. If in doubt, it may have been sent. */
export function failureOf(error: unknown): Outcome {
	const wrapped = fieldsOf(error);
	const inner = fieldsOf(wrapped.cause);
	const detail =
		textIn(inner.message) ?? firstText(wrapped.messages) ?? textIn(wrapped.message) ?? '';
	const cut = detail.slice(0, DETAIL_CHARACTERS);
	if (!isOfRequest(wrapped) && !isOfRequest(inner)) {
		return { kind: 'notSent', cause: { type: 'host', detail: cut } };
	}
	const code = [inner.code, wrapped.code, wrapped.httpCode].map(textIn).find(Boolean) ?? '';
	const status = Number(fieldsOf(inner.response).status ?? wrapped.httpCode);
	if (status >= 200 && status < 300) return { kind: 'garbled', status, text: '' };
	const cause: Cause = { type: 'network', code, detail: cut };
	const isNotSent = NOT_SENT.test(code) || NOT_SENT_WORDS.test(cut);
	return { kind: isNotSent ? 'notSent' : 'indeterminate', cause };
}

/** By shape and not by class: the host may have another copy of n8n-workflow and axios. */
function isOfRequest({ isAxiosError, config, request, code, httpCode }: Fields): boolean {
	const isHttp = isAxiosError === true || config !== undefined || request !== undefined;
	return isHttp || [code, httpCode].some((one) => /^E[A-Z]|^CERT_|^UNABLE_/.test(String(one)));
}

type Fields = Record<string, unknown>;

const NAMES = [
	...['message', 'messages', 'cause', 'code', 'httpCode', 'isAxiosError', 'config', 'request'],
	...['response', 'status'],
];

/** Some of them are inherited. */
function fieldsOf(value: unknown): Fields {
	const source = typeof value === 'object' && value !== null ? value : {};
	return Object.fromEntries(NAMES.map((name) => [name, Reflect.get(source, name)]));
}

function textIn(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

function firstText(value: unknown): string | undefined {
	return Array.isArray(value) ? textIn(value[0]) : undefined;
}
