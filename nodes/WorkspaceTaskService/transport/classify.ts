import { withoutQuery } from '../api/baseUrl';
import type { Call } from '../api/calls';
import { parseJson } from '../api/json';
import { saysRefused } from '../api/read/object';
import { rateLimitOf } from '../api/read/rateLimit';
import { isHtmlPage } from '../api/requests';
import type { ApiRequest, ApiResponse, Outcome } from './outcome';

/** What a response says of its request. */
export function outcomeOf(request: ApiRequest, response: ApiResponse, baseUrl: string): Outcome {
	const { status, headers } = response;
	if (status >= 200 && status < 300) return successOf(request, response);
	const { location } = headers;
	if (status === 303 && leadsToObject(request, location, baseUrl)) {
		const body = { success: true, location: withoutQuery(String(location)) };
		return { kind: 'done', response, body };
	}
	if ([301, 302, 303].includes(status)) return { kind: 'redirected', response };
	if (status === 401) return { kind: 'unauthorized', response };
	const { retryAt, isLimit } = rateLimitOf(response);
	if (isLimit) return { kind: 'rateLimited', response, retryAt };
	const isUnclear = status < 200 || status >= 500 || status === 408;
	return { kind: isUnclear ? 'serverError' : 'refused', response };
}

/** Such as to `…/tasks/7` after a POST to `…/tasks`, and not to a login. */
function leadsToObject({ call }: ApiRequest, location: unknown, baseUrl: string): boolean {
	const target = String(location ?? '');
	const { origin } = new URL(baseUrl);
	const isPossible = call.effect !== 'read' && URL.canParse(target, origin);
	if (!isPossible) return false;
	const url = new URL(target, origin);
	const [, id = ''] = url.pathname.split(`/${call.resource}s/`);
	return url.origin === origin && id !== '';
}

function successOf({ call }: ApiRequest, response: ApiResponse): Outcome {
	const { status, headers } = response;
	const text = response.text.trim();
	if (isHtmlPage(text)) return { kind: 'notTaskService', response };
	if (text === '') return { kind: 'done', response, body: undefined };
	const body = parseJson(text);
	const contentType = String(headers['content-type']);
	const claimsJson = /json/i.test(contentType) || /^[[{]/.test(text);
	// Text has no NUL.
	const isText = !claimsJson && !text.includes('\0');
	if (body === undefined && isText) return { kind: 'done', response, body: text };
	if (body === undefined) {
		return { kind: 'unreadable', status, text, reason: 'is incomplete or not valid JSON' };
	}
	if (saysRefused(body, call.resource)) return { kind: 'refusedIn2xx', response };
	return { kind: 'done', response, body };
}

/** What the schema of an operation reads. Undefined if the exchange failed. */
export function bodyOf({ effect }: Call, outcome: Outcome): { value: unknown } | undefined {
	if (outcome.kind === 'done') return { value: outcome.body };
	const isConfirmed = outcome.kind === 'unreadable' && effect !== 'read';
	if (!isConfirmed) return undefined;
	const { reason, text } = outcome;
	const warning = `The service confirmed this, but its response ${reason}. Check the service for the result.`;
	const confirmed = { success: true, warning };
	if (text === '') return { value: confirmed };
	return { value: { ...confirmed, response: text } };
}
