import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { makeDefectCause, makeTimeoutCause } from '../messages/network';
import { fillPath, type ApiRequest, type ApiResponse, type Outcome } from '../outcome';
import { decodeBody, parseJson } from '../reading/parse';
import { readRateLimit } from '../reading/rateLimit';
import { classifySuccess, isWebPage } from '../reading/success';
import { awaitUnlessAborted } from '../shared/clock';
import { classifyThrown } from './thrown';

export type HttpHelper = (options: IHttpRequestOptions) => Promise<IN8nHttpFullResponse>;

interface Destination {
	baseUrl: string;
	timeoutMs?: number;
	cancel?: AbortSignal;
}

const DEFAULT_TIMEOUT_MS = 20_000;
const JSON_CONTENT = { 'content-type': 'application/json' };
const CANCELLED = { message: 'The execution was cancelled', hint: '' };

/**
 * The only HTTP call. It goes through n8n's own helper, for the host's proxies, TLS settings and SSRF
 * guard, and never throws. The deadline bounds all of it: a login before the request, a response
 * that drips, and an upgrade that never ends.
 */
export async function exchange(
	helper: HttpHelper,
	request: ApiRequest,
	{ baseUrl, timeoutMs = DEFAULT_TIMEOUT_MS, cancel }: Destination,
): Promise<Outcome> {
	const deadline = AbortSignal.timeout(timeoutMs);
	const end = cancel === undefined ? deadline : AbortSignal.any([deadline, cancel]);
	let received: IN8nHttpFullResponse | undefined;
	try {
		// n8n's helper may log in before it looks at the signal.
		end.throwIfAborted();
		const options = makeHttpOptions(request, baseUrl, end);
		received = await awaitUnlessAborted(end, helper(options));
		return classifyResponse(request, readResponse(received));
	} catch (error) {
		if (received !== undefined) return { kind: 'noResponse', cause: makeDefectCause(error) };
		// In flight: a create may have been carried out.
		if (cancel?.aborted) return { kind: 'cancelled', cause: CANCELLED };
		if (!deadline.aborted) return classifyThrown(error, baseUrl);
		return { kind: 'noResponse', cause: makeTimeoutCause(timeoutMs) };
	}
}

/** Redirects are not followed, since n8n would send the token along. */
function makeHttpOptions(
	request: ApiRequest,
	baseURL: string,
	abortSignal: AbortSignal,
): IHttpRequestOptions {
	const { body } = request;
	return {
		baseURL,
		url: fillPath(request),
		method: request.call.method,
		qs: request.query,
		...(body && { body: JSON.stringify(body), headers: JSON_CONTENT }),
		abortSignal,
		json: true,
		encoding: 'arraybuffer',
		returnFullResponse: true,
		// Otherwise n8n logs in and retries by itself after a 401, whatever was sent.
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
}

function readResponse(received: IN8nHttpFullResponse): ApiResponse {
	const { headers, body } = received;
	const bytes = Buffer.isBuffer(body) ? body : Buffer.from(String(body ?? ''));
	return {
		status: received.statusCode,
		headers,
		text: decodeBody(bytes, headers['content-type']),
		receivedDate: new Date(),
	};
}

/** What a response says about its request. */
export function classifyResponse(request: ApiRequest, response: ApiResponse): Outcome {
	const { status } = response;
	if (status >= 200 && status < 300) return classifySuccessResponse(request, response);
	// 307 and 308 say that nothing was done. Before the other redirects, a server may have acted.
	if (status > 300 && status <= 303) return { kind: 'redirected', response };
	const limit = readRateLimit(response);
	if (limit !== undefined) return { kind: 'rateLimited', response, ...limit };
	const mayHaveActed = status >= 500 || status === 408;
	return { kind: mayHaveActed ? 'serverError' : 'refused', response };
}

function classifySuccessResponse(request: ApiRequest, response: ApiResponse): Outcome {
	if (isWebPage(response)) return { kind: 'notTaskService', response };
	const { status } = response;
	const text = response.text.trim();
	if (text === '') return { kind: 'done', response, body: status === 204 ? null : undefined };
	const json = parseJson(text);
	const claimsJson = /json/i.test(String(response.headers['content-type'])) || /^[[{]/.test(text);
	if (json === undefined && claimsJson) {
		return { kind: 'unreadable', status, text, reason: 'is incomplete or not valid JSON' };
	}
	// Text such as `Created`.
	const body = json === undefined ? text : json;
	return { kind: classifySuccess(body, request, status), response, body };
}
