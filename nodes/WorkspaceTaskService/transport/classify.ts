import { withoutQuery } from '../api/baseUrl';
import { parseJson } from '../api/json';
import { rateLimitOf } from '../api/read/rateLimit';
import { saysRefused } from '../api/read/refusal';
import { isWebPage } from '../api/read/webPage';
import type { ApiRequest, ApiResponse, Outcome } from './outcome';

/** The other redirects, 307 and 308, say that nothing was done. */
const UNCLEAR_REDIRECTS = [301, 302, 303];

/** What a response says of its request. */
export function outcomeOf(request: ApiRequest, response: ApiResponse, baseUrl: string): Outcome {
	const { status } = response;
	const isSuccess = status >= 200 && status < 300;
	if (isSuccess) return successOf(request, response);
	if (UNCLEAR_REDIRECTS.includes(status)) return redirectOf(request, response, baseUrl);
	if (status === 401) return { kind: 'unauthorized', response };
	const { retryAt, isLimit } = rateLimitOf(response);
	if (isLimit) return { kind: 'rateLimited', response, retryAt };
	const isUnclear = status < 200 || status >= 500 || status === 408;
	return { kind: isUnclear ? 'serverError' : 'refused', response };
}

/** A server may have acted before it redirected. */
function redirectOf(request: ApiRequest, response: ApiResponse, baseUrl: string): Outcome {
	const location = String(response.headers.location ?? '');
	const isDone = response.status === 303 && leadsToObject(request, location, baseUrl);
	if (!isDone) return { kind: 'redirected', response };
	const body = { success: true, location: withoutQuery(location) };
	return { kind: 'done', response, body };
}

/** Such as to `…/tasks/7` after a POST to `…/tasks`, and not to a login. */
function leadsToObject({ call }: ApiRequest, location: string, baseUrl: string): boolean {
	const { origin } = new URL(baseUrl);
	const isPossible = call.effect !== 'read' && URL.canParse(location, origin);
	if (!isPossible) return false;
	const url = new URL(location, origin);
	const [, id = ''] = url.pathname.split(`/${call.resource}s/`);
	return url.origin === origin && id !== '';
}

function successOf({ call }: ApiRequest, response: ApiResponse): Outcome {
	const { status, headers } = response;
	const text = response.text.trim();
	if (isWebPage(text, headers)) return { kind: 'notTaskService', response };
	if (text === '') return { kind: 'done', response, body: undefined };
	const body = parseJson(text);
	if (body === undefined) {
		const contentType = String(headers['content-type']);
		if (isPlainText(text, contentType)) return { kind: 'done', response, body: text };
		const reason = 'is incomplete or not valid JSON';
		return { kind: 'unreadable', status, text, reason };
	}
	if (saysRefused(body, call)) return { kind: 'refusedIn2xx', response };
	return { kind: 'done', response, body };
}

function isPlainText(text: string, contentType: string): boolean {
	const claimsJson = /json/i.test(contentType) || /^[[{]/.test(text);
	// Text has no NUL.
	return !claimsJson && !text.includes('\0');
}
