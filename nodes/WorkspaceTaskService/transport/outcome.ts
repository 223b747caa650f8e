import type { IDataObject } from 'n8n-workflow';

import { withoutQuery } from '../api/baseUrl';
import { parseJson } from '../api/json';
import type { Call } from '../api/calls';
import { saysRefused } from '../api/read/object';
import { rateLimitOf } from '../api/read/rateLimit';
import { isHtmlPage } from '../api/requests';

export interface ApiRequest {
	call: Call;
	/** The ID in the path, if the path of the call has one. */
	id?: string | number;
	/** The URL of a further page, instead of the path; of the same origin. */
	url?: string;
	query?: IDataObject;
	body?: object;
}

export interface ApiResponse {
	status: number;
	headers: Record<string, unknown>;
	/** The body before any parsing. */
	text: string;
	/** When it came, in milliseconds since 1970. */
	at: number;
}

export interface Cause {
	message: string;
	hint: string;
	/** The deadline of the request ended it. */
	isTimeout?: true;
}

/** How an exchange ended. Classified here and nowhere else; everything that decides reads `kind`. */
export type Outcome = Ended & {
	attempts?: number;
	isShared?: true;
};

/** Sends one request. Rejects only with the reason of an abort signal. */
export type Send = () => Promise<Outcome>;

/** What happens around a send: before it, after it, instead of it, or more than once. */
export type Step = (next: Send) => Send;

type Ended =
	/**
	 * 2xx, or 303 to the object that a create made. `body` is parsed; undefined if empty, text if it is
	 * not JSON.
	 */
	| { kind: 'done'; response: ApiResponse; body: unknown }
	/** 2xx whose body is cut short or no text: `reason` says so. */
	| { kind: 'unreadable'; status: number; text: string; reason: string }
	| { kind: 'notTaskService'; response: ApiResponse }
	/** 2xx whose body says that it was refused: it may have taken effect anyway. */
	| { kind: 'refusedIn2xx'; response: ApiResponse }
	/** 301, 302, or another 303: a server may have acted before it redirected. */
	| { kind: 'redirected'; response: ApiResponse }
	/** `serverError`: another 5xx, 408, or a status below 200. A create may have been carried out. */
	| { kind: 'unauthorized' | 'refused' | 'serverError'; response: ApiResponse }
	/** `noResponse`: it may have been sent. */
	| { kind: 'noResponse' | 'notSent' | 'loginRefused'; cause: Cause }
	/** The service, or its login, limits the rate. `retryAt` in milliseconds since 1970. */
	| { kind: 'rateLimited'; response: ApiResponse; retryAt?: number; isLogin?: true }
	/** Not sent: nothing of the account succeeded for long. `last` is how its last request ended. */
	| { kind: 'givenUp'; last: Outcome }
	/** Not sent: the key of Create Once Per is on record. `isCertain`: it was created. */
	| { kind: 'skipped'; isCertain: boolean }
	/** Not sent: the object exists already. */
	| { kind: 'found'; object: Record<string, unknown> };

export type Kind = Outcome['kind'];

/** How long a rate limit asks to wait; 0 if it does not say so. */
export function askedMsOf(outcome: Outcome): number {
	if (outcome.kind !== 'rateLimited') return 0;
	return Math.max((outcome.retryAt ?? 0) - outcome.response.at, 0);
}

/**
 * What a helper throws instead of a response, if it knows how the exchange ended. It carries no
 * `response`: n8n would log in again if it found one with status 401.
 */
export class ExchangeFailure extends Error {
	constructor(
		message: string,
		readonly outcome: Outcome,
	) {
		super(message);
	}
}

export function outcomeOf(request: ApiRequest, response: ApiResponse, baseUrl: string): Outcome {
	const { status, headers } = response;
	if (status >= 200 && status < 300) return successOf(request, response);
	if (status === 303 && leadsToObject(request, headers.location, baseUrl)) {
		const location = withoutQuery(String(headers.location));
		return { kind: 'done', response, body: { success: true, location } };
	}
	if ([301, 302, 303].includes(status)) return { kind: 'redirected', response };
	if (status === 401) return { kind: 'unauthorized', response };
	const { retryAt, isLimit } = rateLimitOf(response);
	if (isLimit) return { kind: 'rateLimited', response, retryAt };
	if (status < 200 || status >= 500 || status === 408) return { kind: 'serverError', response };
	return { kind: 'refused', response };
}

/** Such as to `…/tasks/7` after a POST to `…/tasks`, and not to a login. */
function leadsToObject({ call }: ApiRequest, location: unknown, baseUrl: string): boolean {
	const target = String(location ?? '');
	const { origin } = new URL(baseUrl);
	if (call.effect === 'read' || !URL.canParse(target, origin)) return false;
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
	const claimsJson = /json/i.test(String(headers['content-type'])) || /^[[{]/.test(text);
	// Text has no NUL.
	if (body === undefined && (claimsJson || text.includes('\0'))) {
		return { kind: 'unreadable', status, text, reason: 'is incomplete or not valid JSON' };
	}
	if (saysRefused(body, call.resource)) return { kind: 'refusedIn2xx', response };
	return { kind: 'done', response, body: body === undefined ? text : body };
}

/** The path with the ID in it. */
export function pathOf({ call, id = '' }: ApiRequest): string {
	return call.path.replace('{id}', () => encodeURIComponent(id));
}

/** What the schema of an operation reads. Undefined if the exchange failed. */
export function bodyOf({ effect }: Call, outcome: Outcome): { value: unknown } | undefined {
	if (outcome.kind === 'unreadable' && effect !== 'read') {
		const { reason, text } = outcome;
		const warning = `The service confirmed this, but its response ${reason}. Check the service for the result.`;
		return { value: { success: true, warning, ...(text !== '' && { response: text }) } };
	}
	return outcome.kind === 'done' ? { value: outcome.body } : undefined;
}
