import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { field, isFilledText } from '../api/json';
import { untilAborted } from '../time/abort';
import { deadlineCause, networkOutcome } from './errors/network';
import { cleanText } from './errors/words';
import type { ApiRequest, ApiResponse, Outcome } from './outcome';
import { ExchangeFailure, outcomeOf, pathOf } from './outcome';

export type Helper = (options: IHttpRequestOptions) => Promise<IN8nHttpFullResponse>;

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
	helper: Helper,
	request: ApiRequest,
	{ baseUrl, timeoutMs = DEFAULT_TIMEOUT_MS, cancel }: Destination,
): Promise<Outcome> {
	const deadline = AbortSignal.timeout(timeoutMs);
	const end = cancel === undefined ? deadline : AbortSignal.any([deadline, cancel]);
	let isReceived = false;
	try {
		// n8n's helper may log in before it looks at the signal.
		end.throwIfAborted();
		const received = await untilAborted(end, helper(httpOptions(request, baseUrl, end)));
		isReceived = true;
		return outcomeOf(request, responseFrom(received), baseUrl);
	} catch (error) {
		if (isReceived) return unreadable(error);
		// In flight: a create may have been carried out.
		if (cancel?.aborted) return { kind: 'noResponse', cause: CANCELLED };
		if (!deadline.aborted) return failureOf(error, baseUrl);
		return { kind: 'noResponse', cause: deadlineCause(timeoutMs) };
	}
}

/** Redirects are not followed, since n8n would send the token along. */
function httpOptions(
	request: ApiRequest,
	baseURL: string,
	abortSignal: AbortSignal,
): IHttpRequestOptions {
	const { call, url, query, body } = request;
	return {
		...(url === undefined ? { baseURL, url: pathOf(request) } : { url }),
		method: call.method,
		qs: query,
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

/** A defect of ours: the service may have done what was asked. */
function unreadable(error: unknown): Outcome {
	const message = `n8n could not read the response: ${cleanText(String(field(error, 'message')), [])}`;
	return { kind: 'noResponse', cause: { message, hint: 'Report this to the maintainers.' } };
}

function responseFrom({ statusCode, headers, body }: IN8nHttpFullResponse): ApiResponse {
	const bytes = Buffer.isBuffer(body) ? body : Buffer.from(String(body ?? ''));
	const text = textIn(bytes, String(headers['content-type']));
	return { status: statusCode, headers, text, at: Date.now() };
}

function textIn(bytes: Buffer, contentType: string): string {
	const [, charset = 'utf-8'] = /charset\s*=\s*"?([\w-]{1,40})/i.exec(contentType) ?? [];
	// The last has all bytes.
	return decoded(bytes, charset) ?? decoded(bytes, 'utf-8') ?? decoded(bytes, 'latin1') ?? '';
}

/** Undefined if there are bytes that the charset does not have, or no such charset. */
function decoded(bytes: Buffer, charset: string): string | undefined {
	try {
		return new TextDecoder(charset, { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

/** If in doubt, the request may have been sent. */
export function failureOf(error: unknown, baseUrl: string): Outcome {
	// n8n wraps what a login and axios throw.
	const inner = field(error, 'cause');
	const known = [error, inner].find((one) => one instanceof ExchangeFailure);
	if (known !== undefined) return withTimeLeft(known.outcome);
	const paths = [['cause', 'message'], ['messages', '0'], ['message']];
	const detail = firstText(error, paths);
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
	return networkOutcome(code, detail, baseUrl);
}

/** A failed login is kept for all who ask meanwhile, and its pause does not begin again with each. */
function withTimeLeft(outcome: Outcome): Outcome {
	if (outcome.kind !== 'rateLimited') return outcome;
	return { ...outcome, response: { ...outcome.response, at: Date.now() } };
}

/** By shape and not by class: the host may have another copy of n8n-workflow and axios. */
function isOfRequest(error: unknown): boolean {
	const marks = ['isAxiosError', 'config', 'request'].map((name) => field(error, name));
	const code = field(error, 'code') ?? field(error, 'httpCode');
	return marks.some(Boolean) || /^E[A-Z]|^CERT_|^UNABLE_/.test(String(code));
}

function firstText(error: unknown, paths: string[][]): string {
	return paths.map((path) => field(error, ...path)).find(isFilledText) ?? '';
}
