import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { LoginFailure } from './loginFailure';
import { failureOf } from './network';
import type { ApiRequest, Outcome } from './outcome';
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
