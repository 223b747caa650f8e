import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { textIn } from '../api/charset';
import { field, isFilledText, jsonText } from '../api/json';
import { deadlineCause, networkCause } from './errors/network';
import { cleanText } from './errors/words';
import { untilAborted } from '../time';
import type { Account, ApiContext } from './login/account';
import { LoginFailure } from './login/failure';
import type { ApiRequest, ApiResponse, Outcome } from './outcome';
import { outcomeOf } from './outcome';

/** One of n8n's helpers, with its authentication. */
export type Helper = (options: IHttpRequestOptions) => Promise<IN8nHttpFullResponse>;

interface Destination {
	baseUrl: string;
	timeoutMs?: number;
	/** Ends the exchange early. */
	cancel?: AbortSignal;
}

/** n8n would replace the signal of a request by that of the execution, and our deadline with it. */
export function authenticated(context: ApiContext, credential: Account['credential']): Helper {
	const { helpers, logger } = context;
	const caller = { helpers, logger, getNode: () => context.getNode() } as ApiContext;
	return async (options) =>
		await helpers.httpRequestWithAuthentication.call(caller, credential.type, options, {
			credentialsDecrypted: credential,
		});
}

const DEFAULT_TIMEOUT_MS = 20_000;
const JSON_CONTENT = { 'content-type': 'application/json' };
const CANCELLED = { message: 'The execution was cancelled', hint: '' };
/** Node.js's own messages are shorter. */
const MAX_DETAIL_CHARACTERS = 1_000;

/**
 * The only HTTP call. It goes through n8n's own helper, for the host's proxies, TLS settings and SSRF
 * guard, and never throws. The deadline bounds all of it: a login before the request, a response
 * that drips, and an upgrade that never ends.
 */
export async function exchange(
	helper: Helper,
	request: ApiRequest,
	{ baseUrl, timeoutMs = DEFAULT_TIMEOUT_MS, cancel }: Destination,
): Promise<Outcome> {
	const deadline = AbortSignal.timeout(timeoutMs);
	const end = cancel === undefined ? deadline : AbortSignal.any([deadline, cancel]);
	try {
		// n8n's helper may log in before it looks at the signal.
		end.throwIfAborted();
		const sent = helper(httpOptions(request, baseUrl, end));
		const response = responseFrom(await untilAborted(end, sent));
		return outcomeOf(request, response, baseUrl);
	} catch (error) {
		// In flight: a create may have been carried out.
		if (cancel?.aborted) return { kind: 'noResponse', cause: CANCELLED };
		if (!deadline.aborted) return failureOf(error, baseUrl);
		return { kind: 'noResponse', cause: deadlineCause(timeoutMs, request.hasTimeoutOption) };
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
		...(body && { body: jsonText(body), headers: JSON_CONTENT }),
		abortSignal,
		json: true,
		encoding: 'arraybuffer',
		returnFullResponse: true,
		// Otherwise n8n logs in and retries by itself after a 401, whatever was sent.
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
}

function responseFrom({ statusCode, headers, body }: IN8nHttpFullResponse): ApiResponse {
	const bytes = Buffer.isBuffer(body) ? body : Buffer.from(String(body ?? ''));
	const text = textIn(bytes, String(headers['content-type']));
	const at = Date.now();
	return { status: statusCode, headers, text: text ?? '', isBinary: text === undefined, at };
}

/** Codes that prove that the request never left: no host, no connection, no TLS. */
const NOT_SENT =
	/^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EPROTO|ERR_INVALID_URL|ERR_TLS_(CERT_\w+|HANDSHAKE_TIMEOUT)|ERR_SSL_(WRONG_VERSION_NUMBER|\w*HANDSHAKE_FAILURE|\w*PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|TLSV1_\w+)|CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|HOSTNAME_MISMATCH)$/;

/** The same, with codes that an established connection can have too. */
const NOT_SENT_WORDS =
	/^(connect E|getaddrinfo |Client network socket disconnected before secure TLS|The request was blocked because)/;

/** Pure: what a failure of n8n's helper says about the request. If in doubt, it may have been sent. */
export function failureOf(error: unknown, baseUrl: string): Outcome {
	// n8n wraps what a login throws, and what axios does.
	const inner = field(error, 'cause');
	const login = [error, inner].find((one) => one instanceof LoginFailure);
	if (login !== undefined) return login.outcome;
	const paths = [['cause', 'message'], ['messages', '0'], ['message']];
	const detail = firstText(error, paths).slice(0, MAX_DETAIL_CHARACTERS);
	if (!isOfRequest(error) && !isOfRequest(inner)) {
		const message = `n8n did not send the request: ${cleanText(detail, [])}`;
		const hint = 'Nothing reached the service. Check n8n, then try again.';
		return { kind: 'notSent', cause: { message, hint } };
	}
	// Older versions of axios name no response if its body was cut short.
	const late = field(inner, 'request', 'res', 'statusCode') ?? field(error, 'httpCode');
	const status = Number(field(inner, 'response', 'status') ?? late);
	if (status >= 200 && status < 300) {
		return { kind: 'unreadable', status, text: '', reason: 'is incomplete' };
	}
	const code = firstText(error, [['cause', 'code'], ['code'], ['httpCode']]);
	const isNotSent = NOT_SENT.test(code) || NOT_SENT_WORDS.test(detail);
	return { kind: isNotSent ? 'notSent' : 'noResponse', cause: networkCause(code, detail, baseUrl) };
}

/** By shape and not by class: the host may have another copy of n8n-workflow and axios. */
function isOfRequest(error: unknown): boolean {
	const codes = [field(error, 'code'), field(error, 'httpCode')];
	return (
		['isAxiosError', 'config', 'request'].some((name) => Boolean(field(error, name))) ||
		codes.some((code) => /^E[A-Z]|^CERT_|^UNABLE_/.test(String(code)))
	);
}

function firstText(error: unknown, paths: string[][]): string {
	return paths.map((path) => field(error, ...path)).find(isFilledText) ?? '';
}
