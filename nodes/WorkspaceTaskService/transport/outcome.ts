import type { IDataObject } from 'n8n-workflow';

import { withoutQuery } from '../api/baseUrl';
import { parseJson } from '../api/json';
import { isHtmlPage } from '../api/responses';
import { listIn, saysRefused, showsObject } from '../api/shapes';
import { rateLimitOf } from './rateLimit';

export const METHODS = ['GET', 'POST'] as const;
export type Method = (typeof METHODS)[number];

export interface ApiRequest {
	method: Method;
	/** Below the base URL, such as `/api/v1/boards`, or a whole URL of the same origin. */
	path: string;
	query?: IDataObject;
	body?: object;
	/** Of the body; never shown. */
	secrets?: string[];
	/** What may have happened if no response came, such as `The task may have been created`. */
	effect?: string;
	/** The panel lets the user set the deadline. */
	hasTimeoutOption?: boolean;
	isLogin?: boolean;
}

export interface ApiResponse {
	status: number;
	headers: Record<string, unknown>;
	/** The body before any parsing; empty if it is binary. */
	text: string;
	isBinary?: boolean;
	/** When it came, in milliseconds since 1970. */
	at: number;
}

export interface Cause {
	message: string;
	hint: string;
	isTimeout?: true;
}

/** How an exchange ended. Classified here and nowhere else; everything that decides reads `kind`. */
export type Outcome = Ended & {
	/** How often the request was sent, if more than once. */
	attempts?: number;
	/** Another item of the run made the request. */
	isShared?: true;
	/** The login before it failed, so the service did not see the request. */
	isLogin?: true;
};

/** Sends one request. Rejects only with the reason of an abort signal. */
export type Send = () => Promise<Outcome>;

type Ended =
	/**
	 * 2xx, or 303 in response to a request that changes something. `body` is parsed; undefined if
	 * empty, text if it is not JSON. `hasWarning`: it also says that it refused.
	 */
	| { kind: 'done'; response: ApiResponse; body: unknown; hasWarning?: true }
	/** 2xx whose body is cut short (`unreadable`) or binary: `reason` says so. */
	| { kind: 'unreadable' | 'unsupported'; status: number; text: string; reason: string }
	/** 2xx with a web page. */
	| { kind: 'notTaskService'; response: ApiResponse }
	/** 2xx whose body says that it was refused. */
	| { kind: 'refusedIn2xx'; response: ApiResponse }
	/** 301, 302, or 303 to another origin: a server may have acted before it redirected. */
	| { kind: 'redirected'; response: ApiResponse }
	/** `serverError`: another 5xx, 408, or a status below 200. A create may have been carried out. */
	| { kind: 'unauthorized' | 'refused' | 'serverError'; response: ApiResponse }
	/** `noResponse`: it may have been sent. */
	| { kind: 'noResponse' | 'notSent'; cause: Cause }
	/** The service, or its login, limits the rate. `retryAt` in milliseconds since 1970. */
	| { kind: 'rateLimited'; response: ApiResponse; retryAt?: number }
	| { kind: 'loginRefused'; message: string }
	/** Not sent: nothing of the account succeeded for long. `last` is how its last request ended. */
	| { kind: 'givenUp'; last: Outcome }
	/** Not sent: the key of Create Once Per is on record. `isCertain`: it was created. */
	| { kind: 'skipped'; isCertain: boolean }
	/** Not sent: the object exists already. */
	| { kind: 'found'; object: Record<string, unknown> };

export type Kind = Outcome['kind'];

/** What a helper throws instead of a response, if it knows how the exchange ended. */
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
	if (status === 303 && request.method !== 'GET' && isSameOrigin(headers.location, baseUrl)) {
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

function isSameOrigin(location: unknown, baseUrl: string): boolean {
	const target = String(location ?? '');
	const { origin } = new URL(baseUrl);
	return URL.canParse(target, origin) && new URL(target, origin).origin === origin;
}

function successOf(request: ApiRequest, response: ApiResponse): Outcome {
	const { status, headers } = response;
	const text = response.text.trim();
	if (response.isBinary) return { kind: 'unsupported', status, text, reason: 'is binary' };
	if (isHtmlPage(text)) return { kind: 'notTaskService', response };
	if (text === '') return { kind: 'done', response, body: undefined };
	const body = parseJson(text);
	const claimsJson = /json/i.test(String(headers['content-type'])) || /^[[{]/.test(text);
	if (body === undefined && claimsJson) {
		return { kind: 'unreadable', status, text, reason: 'is incomplete or not valid JSON' };
	}
	const done: Outcome = { kind: 'done', response, body: body === undefined ? text : body };
	if (!saysRefused(body)) return done;
	const isDone = isShown(request, headers.location, body);
	return isDone ? { ...done, hasWarning: true } : { kind: 'refusedIn2xx', response };
}

/** Whether a response shows what was asked for: the object, its URL, or entries of a list. */
function isShown(request: ApiRequest, location: unknown, body: unknown) {
	const { method, path, body: sent } = request;
	if (method === 'GET') return (listIn(body) ?? []).length > 0;
	const resource = withoutQuery(path);
	const [, id = ''] = withoutQuery(String(location ?? '')).split(`${resource}/`);
	const [, name = ''] = /([^/]+)s$/.exec(resource) ?? [];
	return id !== '' || showsObject(body, sent, name);
}
