import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { LoginFailure } from './loginFailure';
import type { ApiRequest, Cause, Outcome } from './outcome';
import { outcomeOf } from './outcome';

/** One of n8n's helpers, with its authentication. */
export type Helper = (options: IHttpRequestOptions) => Promise<IN8nHttpFullResponse>;

const DEFAULT_TIMEOUT_MS = 20_000;

/**
 * The only HTTP call. It goes through n8n's own helper, for the host's proxies, TLS settings and SSRF
 * guard, and never throws. The deadline bounds all of it: a login before the request, an answer
 * that drips, and an upgrade that never answers.
 * @param cancel ends it early
 */
export async function exchange(
	helper: Helper,
	request: ApiRequest,
	baseUrl: string,
	timeoutMs = DEFAULT_TIMEOUT_MS,
	cancel?: AbortSignal,
): Promise<Outcome> {
	const deadline = AbortSignal.timeout(timeoutMs);
	const end = cancel === undefined ? deadline : AbortSignal.any([deadline, cancel]);
	const over = new AbortController();
	try {
		const answer = helper(httpOptions(request, baseUrl, end));
		const {
			statusCode: status,
			headers,
			body,
		} = await Promise.race([answer, endOf(end, over.signal)]);
		const reply = { status, headers, text: String(body ?? ''), at: Date.now() };
		return outcomeOf(request.method, reply);
	} catch (error) {
		if (deadline.aborted) return { kind: 'indeterminate', cause: { type: 'deadline', timeoutMs } };
		// In flight: a create may have been carried out.
		if (cancel?.aborted)
			return { kind: 'indeterminate', cause: { type: 'host', detail: 'cancelled' } };
		return loginFailureIn(error)?.outcome ?? failureOf(error);
	} finally {
		over.abort();
	}
}

/** Redirects are not followed, since n8n would send the token along. */
function httpOptions(
	{ method, path, query, body }: ApiRequest,
	baseURL: string,
	abortSignal: AbortSignal,
): IHttpRequestOptions {
	const target = URL.canParse(path) ? { url: path } : { baseURL, url: path };
	return {
		...target,
		method,
		qs: query,
		body,
		abortSignal,
		json: true,
		encoding: 'text',
		returnFullResponse: true,
		// Otherwise n8n logs in and sends again by itself after a 401, whatever was sent.
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
}

async function endOf(end: AbortSignal, over: AbortSignal): Promise<never> {
	end.throwIfAborted();
	return await new Promise<never>((_resolve, reject) => {
		end.addEventListener('abort', () => reject(end.reason), { once: true, signal: over });
	});
}

/** n8n wraps what a login throws. */
function loginFailureIn(error: unknown): LoginFailure | undefined {
	const cause = error instanceof Error ? error.cause : undefined;
	return [error, cause].find((one) => one instanceof LoginFailure);
}

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
