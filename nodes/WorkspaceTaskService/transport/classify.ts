import { withoutQuery } from '../api/baseUrl';
import type { Call } from '../api/calls';
import type { Fields } from '../api/json';
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
	if (status >= 200 && status < 300) {
		return successOf(request.call, response);
	}
	if (UNCLEAR_REDIRECTS.includes(status)) {
		return redirectOf(request.call, response, baseUrl);
	}
	if (status === 401) return { kind: 'unauthorized', response };
	const rateLimit = rateLimitOf(response);
	if (rateLimit.isLimit) {
		return {
			kind: 'rateLimited',
			response,
			askedMs: rateLimit.askedMs,
		};
	}
	const isUnclear = status < 200 || status >= 500 || status === 408;
	return { kind: isUnclear ? 'serverError' : 'refused', response };
}

/** A server may have acted before it redirected. */
function redirectOf(call: Call, response: ApiResponse, baseUrl: string): Outcome {
	const location = String(response.headers.location ?? '');
	const isDone = response.status === 303 && leadsToObject(call, location, baseUrl);
	if (!isDone) return { kind: 'redirected', response };
	return {
		kind: 'done',
		response,
		body: { success: true, location: withoutQuery(location) },
	};
}

/** Such as to `…/tasks/7` after a POST to `…/tasks`, and not to a login. */
function leadsToObject(call: Call, location: string, baseUrl: string): boolean {
	if (call.effect === 'read') return false;
	const { origin } = new URL(baseUrl);
	if (!URL.canParse(location, origin)) return false;
	const target = new URL(location, origin);
	if (target.origin !== origin) return false;
	const [, id = ''] = target.pathname.split(`/${call.resource}s/`);
	return id !== '';
}

function successOf(call: Call, response: ApiResponse): Outcome {
	if (isWebPage(response)) return { kind: 'notTaskService', response };
	const text = response.text.trim();
	if (text === '') return { kind: 'done', response, body: undefined };
	const body = bodyIn(text, response.headers);
	if (body === undefined) {
		return {
			kind: 'unreadable',
			status: response.status,
			text,
			reason: 'is incomplete or not valid JSON',
		};
	}
	if (saysRefused(body, call)) return { kind: 'refusedIn2xx', response };
	return { kind: 'done', response, body };
}

/** JSON, or text such as `Created` that does not claim to be JSON. */
function bodyIn(text: string, headers: Fields): unknown {
	const json = parseJson(text);
	if (json !== undefined) return json;
	const contentType = String(headers['content-type']);
	if (/json/i.test(contentType) || /^[[{]/.test(text)) return undefined;
	// Text has no NUL.
	return text.includes('\0') ? undefined : text;
}
