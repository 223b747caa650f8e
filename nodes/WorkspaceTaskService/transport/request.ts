import type {
	IDataObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import type { Account, ApiContext } from './account';
import { LoginFailure } from './loginFailure';

export interface ApiRequest {
	method: Extract<IHttpRequestMethods, 'GET' | 'POST'>;
	/** Below the base URL, such as `/api/v1/boards`. */
	path: string;
	query?: IDataObject;
	body?: IDataObject;
	/** Parts of the body that must never stand in a message. */
	secrets?: string[];
}

/** What the service answered, whatever the status. `text` is the body before any parsing. */
export interface Answer {
	status: number;
	headers: IN8nHttpFullResponse['headers'];
	text: string;
	/** When it came, in milliseconds since 1970. */
	at: number;
}

/**
 * No answer came: `code` as Node.js names it (`ECONNREFUSED`), `reason` for people, `detail` what
 * Node.js itself said, which tells more than the code: `connect ETIMEDOUT` never left.
 */
export interface NoAnswer {
	status: null;
	code: string;
	reason: string;
	detail?: string;
}

export type Outcome = Answer | NoAnswer;

export function isSuccess({ status }: Answer): boolean {
	return status >= 200 && status < 300;
}

export function isRedirect({ status }: Answer): boolean {
	return status >= 300 && status < 400;
}

/** A way out that n8n gives. */
type Helper = (options: IHttpRequestOptions) => Promise<IN8nHttpFullResponse>;

/** Below 70 % of n8n's 120 s activation lease even with several calls in a row. */
const DEFAULT_TIMEOUT_MS = 20_000;

/**
 * The only HTTP call of operations, lists and lifecycle. It goes through n8n's own helper, for the
 * host's proxies, TLS settings and SSRF guard, and never throws: a status stays a value until
 * `readAnswer` judges it. n8n fetches the token of a login first, where there is none.
 */
export async function send(
	context: ApiContext,
	{ baseUrl, credential }: Account,
	request: ApiRequest,
	timeoutMs?: number,
): Promise<Outcome> {
	const { httpRequestWithAuthentication } = context.helpers;
	const helper: Helper = async (options) =>
		await httpRequestWithAuthentication.call(context, credential.type, options, {
			credentialsDecrypted: credential,
		});
	return await sendThrough(helper, request, baseUrl, timeoutMs);
}

/** What a call of one of n8n's helpers came to, as a value; never throws. */
export async function sendThrough(
	helper: Helper,
	request: ApiRequest,
	baseUrl: string,
	timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<Outcome> {
	try {
		const answer = await helper(httpOptions(request, baseUrl, timeoutMs));
		const { statusCode: status, headers, body } = answer;
		return { status, headers, text: String(body ?? ''), at: Date.now() };
	} catch (error) {
		return readFailure(error, timeoutMs);
	}
}

/** Redirects are not followed, since n8n would send the token along. */
function httpOptions(
	{ method, path, query, body }: ApiRequest,
	baseURL: string,
	timeout: number,
): IHttpRequestOptions {
	return {
		...{ method, baseURL, url: path, qs: query, body, timeout },
		json: true,
		encoding: 'text',
		returnFullResponse: true,
		// Else n8n logs in anew and sends once more by itself after a 401, whatever was sent.
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
}

/** By shape and not by class: the host may have a copy of n8n-workflow of its own. */
function readFailure(error: unknown, timeoutMs: number): NoAnswer {
	const { httpCode, code, messages, cause } = Object(error);
	if (cause instanceof LoginFailure) {
		return { status: null, code: cause.code, reason: cause.message };
	}
	if (!isOfTheRequest(error) && !isOfTheRequest(cause)) {
		// n8n failed before, such as with its database, when it stores a fresh token.
		return { status: null, code: 'NOT_SENT', reason: String(Object(cause ?? error).message) };
	}
	const sentence = error instanceof Error ? error.message : String(error);
	// n8n puts a sentence of its own in place of the message, and keeps what was there.
	const detail = Array.isArray(messages) ? String(messages[0] ?? sentence) : sentence;
	// Its advice to retry would create twice what was carried out after all.
	const what = sentence.replace(/[.,] (You can retry|consider setting) .*/s, '');
	const isTimeout = /^timeout of \d+ms exceeded/.test(detail);
	return {
		status: null,
		code: [httpCode, code].find((one) => typeof one === 'string') ?? 'UNKNOWN',
		reason: isTimeout ? `none came within ${timeoutMs / 1000} s` : what,
		detail,
	};
}

/** In doubt it is: a request that may have been sent must not be called unsent. */
function isOfTheRequest(error: unknown): boolean {
	const { isAxiosError, config, request, code, httpCode } = Object(error);
	const isHttp = isAxiosError === true || config !== undefined || request !== undefined;
	return isHttp || [code, httpCode].some((one) => /^E[A-Z]|^CERT_|^UNABLE_/.test(String(one)));
}
