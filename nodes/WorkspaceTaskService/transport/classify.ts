import { withoutQuery } from '../api/baseUrl';
import type { Call } from '../api/calls';
import { parseJson } from '../api/parse';
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
	if (isSuccess) return successOf(request.call, response);
	if (UNCLEAR_REDIRECTS.includes(status)) return redirectOf(request.call, response, baseUrl);
	if (status === 401) return { kind: 'unauthorized', response };
	const rateLimit = rateLimitOf({ ...response, at: response.receivedDate });
	if (rateLimit.isLimit) return { kind: 'rateLimited', response, retryDate: rateLimit.retryAt };
	const isUnclear = status < 200 || status >= 500 || status === 408;
	if (isUnclear) return { kind: 'serverError', response };
	return { kind: 'refused', response };
}

/** A server may have acted before it redirected. */
function redirectOf(call: Call, response: ApiResponse, baseUrl: string): Outcome {
	const location = String(response.headers.location ?? '');
	const isDone = response.status === 303 && leadsToObject(call, location, baseUrl);
	if (!isDone) return { kind: 'redirected', response };
	const body = { success: true, location: withoutQuery(location) };
	return { kind: 'done', response, body };
}

/** Such as to `…/tasks/7` after a POST to `…/tasks`, and not to a login. */
function leadsToObject(call: Call, location: string, baseUrl: string): boolean {
	const { origin } = new URL(baseUrl);
	if (call.effect === 'read' || !URL.canParse(location, origin)) return false;
	const target = new URL(location, origin);
	if (target.origin !== origin) return false;
	const [, id = ''] = target.pathname.split(`/${call.resource}s/`);
	return id !== '';
}

function successOf(call: Call, response: ApiResponse): Outcome {
	const text = response.text.trim();
	if (isWebPage(text, response.headers)) return { kind: 'notTaskService', response };
	if (text === '') return { kind: 'done', response, body: undefined };
	const body = parseJson(text);
	if (body === undefined) return textOutcome(text, response);
	if (saysRefused(body, call)) return { kind: 'refusedIn2xx', response };
	return { kind: 'done', response, body };
}

function textOutcome(text: string, response: ApiResponse): Outcome {
	if (isPlainText(text, response)) return { kind: 'done', response, body: text };
	const reason = 'is incomplete or not valid JSON';
	return { kind: 'unreadable', status: response.status, text, reason };
}

/** Text, such as `Created`, that does not claim to be JSON. */
function isPlainText(text: string, response: ApiResponse): boolean {
	if (/json/i.test(String(response.headers['content-type']))) return false;
	if (/^[[{]/.test(text)) return false;
	// Text has no NUL.
	return !text.includes('\0');
}
